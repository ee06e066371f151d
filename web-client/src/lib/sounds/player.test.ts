import { expect, test } from 'vitest';
import type { Due } from './due';
import { SoundPlayer } from './player';
import type { Output } from './player';
import { RECIPES } from './recipes';
import { SAMPLE_RATE } from './synthesis';

interface Heard {
  at: number;
  gain: number;
  samples: number;
}

/** Notes down what is played instead of playing it. */
class FakeOutput {
  currentTime = 10;
  destination = {};
  heard: Heard[] = [];
  made = 0;
  resumed = 0;
  resume(): Promise<void> {
    this.resumed++;
    return Promise.resolve();
  }
  createBuffer(_: number, length: number): object {
    this.made++;
    return { length, copyToChannel: () => {} };
  }
  createGain(): object {
    return { gain: { value: 1 }, connect: () => {} };
  }
  createBufferSource(): object {
    return new FakeSource(this.heard);
  }
}

class FakeSource {
  buffer = { length: 0 };
  private level: Level | null = null;
  constructor(private readonly heard: Heard[]) {}
  connect(level: Level): Level {
    return (this.level = level);
  }
  start(at: number): void {
    this.heard.push({ at, gain: this.level?.gain.value ?? 0, samples: this.buffer.length });
  }
}

interface Level {
  gain: { value: number };
}

function setUp(): { output: FakeOutput; player: SoundPlayer } {
  const output = new FakeOutput();
  return { output, player: new SoundPlayer(output as unknown as Output) };
}

const due = (sound: Due['sound'], afterMs = 0, gain = 1): Due => ({ sound, afterMs, gain });

const lengthOf = (sound: Due['sound']): number => Math.round(RECIPES[sound].seconds * SAMPLE_RATE);

test('plays what is due when it is due, as loud as is wanted', () => {
  const { output, player } = setUp();
  player.play([due('move', 220), due('sink', 220, 0.5)], 0.5);
  expect(output.heard).toEqual([
    { at: 10.22, gain: 0.25, samples: lengthOf('move') },
    { at: 10.22, gain: 0.125, samples: lengthOf('sink') },
  ]);
  expect(output.resumed).toBe(1);
});

test('makes each sound once', () => {
  const { output, player } = setUp();
  player.play([due('move')], 1);
  player.play([due('move')], 1);
  expect(output.heard).toHaveLength(2);
  expect(output.made).toBe(1);
});

test('calls once where an opponent comes and the game begins at once', () => {
  const { output, player } = setUp();
  player.play([due('turn')], 1);
  output.currentTime += 0.2;
  player.play([due('turn')], 1);
  expect(output.heard).toHaveLength(1);
  output.currentTime += 1;
  player.play([due('turn')], 1);
  expect(output.heard).toHaveLength(2);
});
