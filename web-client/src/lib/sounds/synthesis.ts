// Sound synthesis. Makes samples of recipes; the same ones each time.

import type { Glide, Knock, Recipe, Rustle } from './recipes';

/** In hertz: enough for wood and stone. */
export const SAMPLE_RATE = 22_050;

/** At both ends, lest it clicks, in seconds. */
const FADE = 0.012;

/** The samples of a sound, each between -1 and 1. */
export function synthesize(recipe: Recipe): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(recipe.seconds * SAMPLE_RATE));
  recipe.layers.forEach((layer, nth) => {
    // Each layer rustles otherwise, or two of them would be one that is louder.
    const noise = noiseOf(nth + 1);
    if (layer.type === 'knock') knock(samples, layer, noise);
    else if (layer.type === 'rustle') rustle(samples, layer, noise);
    else glide(samples, layer);
  });
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const fade = FADE * SAMPLE_RATE;
  return samples.map((one, index) => {
    const left = Math.min(1, (samples.length - 1 - index) / fade);
    return (one / loudest) * recipe.peak * left;
  });
}

/** Numbers between -1 and 1 that know no order, and are the same for the same seed (Lehmer's generator). */
function noiseOf(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}

/** Takes out what lies above a height. */
function lowPass(hertz: number): (sample: number) => number {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / SAMPLE_RATE);
  let kept = 0;
  return (sample) => (kept += share * (sample - kept));
}

/** Adds to the samples from a moment on what is told for each second since. */
function add(samples: Float32Array, at: number, tell: (seconds: number) => number): void {
  for (let index = Math.round(at * SAMPLE_RATE), since = 0; index < samples.length; index++) {
    samples[index] = (samples[index] ?? 0) + tell(since++ / SAMPLE_RATE);
  }
}

function knock(samples: Float32Array, layer: Knock, noise: () => number): void {
  for (const [hertz, gain, decay] of layer.modes) {
    const [turns, loud] = [2 * Math.PI * hertz, layer.gain * gain];
    add(samples, layer.at, (t) => loud * Math.exp(-t / decay) * Math.sin(turns * t));
  }
  if (!layer.click) return;
  const [hertz, gain, decay] = layer.click;
  const [dull, loud] = [lowPass(hertz), layer.gain * gain];
  add(samples, layer.at, (t) => loud * Math.exp(-t / decay) * dull(noise()));
}

function rustle(samples: Float32Array, layer: Rustle, noise: () => number): void {
  // Twice, for a softer edge.
  const [dull, duller] = [lowPass(layer.below), lowPass(layer.below)];
  add(samples, layer.at, (t) => {
    const sway = layer.sway ? 0.65 + 0.35 * Math.cos(2 * Math.PI * layer.sway * t) : 1;
    return layer.gain * swell(t, layer) * sway * duller(dull(noise()));
  });
}

function glide(samples: Float32Array, layer: Glide): void {
  let angle = 0;
  add(samples, layer.at, (t) => {
    const way = Math.min(1, t / layer.over);
    angle += (2 * Math.PI * layer.from * (layer.to / layer.from) ** way) / SAMPLE_RATE;
    return layer.gain * swell(t, layer) * Math.sin(angle);
  });
}

/** How loud something is that comes and goes. */
function swell(t: number, { attack, decay }: { attack: number; decay: number }): number {
  return t < attack ? t / attack : Math.exp((attack - t) / decay);
}
