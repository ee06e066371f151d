import { describe, expect, test } from 'vitest';
import { SOUNDS } from './kinds';
import type { Sound } from './kinds';
import { RECIPES } from './recipes';
import { SAMPLE_RATE, synthesize } from './synthesis';

const made = new Map(SOUNDS.map((sound) => [sound, synthesize(RECIPES[sound])]));
const samplesOf = (sound: Sound): Float32Array => made.get(sound) ?? new Float32Array();

/** How much of a part of a sound lies at a height (Goertzel's sum, per sample). */
function strength(samples: Float32Array, hertz: number): number {
  let [re, im] = [0, 0];
  samples.forEach((one, index) => {
    const angle = (2 * Math.PI * hertz * index) / SAMPLE_RATE;
    re += one * Math.cos(angle);
    im += one * Math.sin(angle);
  });
  return Math.hypot(re, im) / samples.length;
}

function part(sound: Sound, from: number, to: number): Float32Array {
  return samplesOf(sound).slice(from * SAMPLE_RATE, to * SAMPLE_RATE);
}

/** Root of the mean square: how loud it is. */
function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);
}

/** How often it crosses nought in a second, halved: about how high most of it lies. */
function brightness(samples: Float32Array): number {
  const crossings = samples.filter((one, index) => one * (samples[index - 1] ?? one) < 0).length;
  return (crossings / samples.length) * (SAMPLE_RATE / 2);
}

describe.each(SOUNDS)('%s', (sound) => {
  const { seconds, peak } = RECIPES[sound];
  const samples = samplesOf(sound);

  test('is the same each time', () => {
    expect(synthesize(RECIPES[sound])).toEqual(samples);
  });

  test('is as long and as loud as it should be, and neither clips nor clicks', () => {
    expect(samples).toHaveLength(Math.round(seconds * SAMPLE_RATE));
    const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    expect(loudest).toBeGreaterThan(peak * 0.9);
    expect(loudest).toBeLessThanOrEqual(peak + 1e-6);
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(peak * 0.5);
    expect(samples.at(-1)).toBeCloseTo(0, 9);
    // What rings is nearly over before it is faded out.
    expect(loudness(samples.slice(-0.04 * SAMPLE_RATE))).toBeLessThan(peak * 0.05);
    expect(Math.abs(samples.reduce((sum, one) => sum + one, 0) / samples.length)).toBeLessThan(
      0.01,
    );
  });

  test('is brief, and no two are alike', () => {
    expect(seconds).toBeLessThanOrEqual(1.3);
    for (const other of SOUNDS) if (other !== sound) expect(samplesOf(other)).not.toEqual(samples);
  });
});

test('a piece that is set down is a knock: most of it is over at once', () => {
  expect(loudness(part('move', 0, 0.05))).toBeGreaterThan(8 * loudness(part('move', 0.12, 0.2)));
});

test('a capture is two knocks, the second one deeper; to lay a piece is to slide it first', () => {
  expect(brightness(part('capture', 0.01, 0.06))).toBeGreaterThan(
    1.3 * brightness(part('capture', 0.09, 0.2)),
  );
  expect(loudness(part('lay', 0.12, 0.17))).toBeGreaterThan(2 * loudness(part('lay', 0, 0.1)));
  expect(loudness(part('lay', 0.04, 0.1))).toBeGreaterThan(0.005);
});

test('sinking is the deepest and dice are the brightest of what the board does', () => {
  const bright = (['move', 'capture', 'lay', 'sink', 'roll'] as const)
    .map((sound) => ({ sound, height: brightness(samplesOf(sound)) }))
    .sort((a, b) => a.height - b.height);
  expect(bright[0]?.sound).toBe('sink');
  expect(bright.at(-1)?.sound).toBe('roll');
});

test('one’s turn is a fourth upwards, from G to C', () => {
  const [first, second] = [part('turn', 0, 0.13), part('turn', 0.2, 0.5)];
  expect(strength(first, 392)).toBeGreaterThan(3 * strength(first, 523.25));
  expect(strength(second, 523.25)).toBeGreaterThan(3 * strength(second, 392));
});
