// Sound player. Fetched when the first sound is due: nobody else needs it.

import type { Due } from './due';
import type { Sound } from './kinds';
import { RECIPES } from './recipes';
import { SAMPLE_RATE, synthesize } from './synthesis';

/** What is asked of the browser's audio; a fake stands in for it in tests. */
export type Output = Pick<
  AudioContext,
  'currentTime' | 'destination' | 'createBuffer' | 'createBufferSource' | 'createGain' | 'resume'
>;

/** Plays sounds, each made when it is heard first. */
export class SoundPlayer {
  private readonly buffers = new Map<Sound, AudioBuffer>();
  /** When the last of each is over, in seconds of the output. */
  private readonly until = new Map<Sound, number>();

  constructor(private readonly output: Output) {}

  /** Plays what is due, so loud as the volume from 0 to 1 says. A call that still sounds is not begun anew on top of itself. */
  play(all: readonly Due[], volume: number): void {
    // Some browsers let audio sleep while nothing is heard.
    void this.output.resume();
    for (const { sound, afterMs, gain } of all) {
      const from = this.output.currentTime + afterMs / 1000;
      const isCall = sound === 'turn' || sound === 'low' || sound === 'over';
      if (isCall && from < (this.until.get(sound) ?? 0)) continue;
      this.until.set(sound, from + RECIPES[sound].seconds);
      const source = this.output.createBufferSource();
      const level = this.output.createGain();
      source.buffer = this.buffer(sound);
      // Half of the way feels like half as loud.
      level.gain.value = gain * volume ** 2;
      source.connect(level).connect(this.output.destination);
      source.start(from);
    }
  }

  private buffer(sound: Sound): AudioBuffer {
    const made = this.buffers.get(sound);
    if (made) return made;
    const samples = synthesize(RECIPES[sound]);
    const buffer = this.output.createBuffer(1, samples.length, SAMPLE_RATE);
    buffer.copyToChannel(samples, 0);
    this.buffers.set(sound, buffer);
    return buffer;
  }
}

let player: SoundPlayer | undefined;

/** Plays what is due in this browser. Only after a gesture: before one browsers let nothing be heard. */
export function play(all: readonly Due[], volume: number): void {
  player ??= new SoundPlayer(new AudioContext());
  player.play(all, volume);
}
