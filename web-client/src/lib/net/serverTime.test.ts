import { expect, test } from 'vitest';
import { ServerTime } from './serverTime';

/** A clock of ours that began 1000 s ago by the server's. */
function set(): { time: ServerTime; pass: (ms: number) => void } {
  let ours = 0;
  const time = new ServerTime(() => ours);
  return { time, pass: (ms) => (ours += ms) };
}

test('the greeting is a first guess, and goes on by our own clock', () => {
  const { time, pass } = set();
  time.greeted(1_000_000);
  pass(250);
  expect(time.now()).toBe(1_000_250);
});

test('an answer tells the time of half a round trip ago, and the quickest tells it best', () => {
  const { time, pass } = set();
  time.greeted(1_000_000);
  pass(80);
  time.measured(1_000_100, 80);
  expect(time.now()).toBe(1_000_140);
  pass(20_000);
  // A slow answer that does not contradict changes nothing.
  time.measured(1_020_100, 400);
  expect(time.now()).toBe(1_020_140);
  pass(1_000);
  time.measured(1_021_130, 40);
  expect(time.now()).toBe(1_021_150);
});

test('it stands still rather than go back', () => {
  const { time, pass } = set();
  time.greeted(1_000_000);
  time.measured(1_000_200, 400);
  expect(time.now()).toBe(1_000_400);
  pass(10);
  time.measured(1_000_290, 20);
  expect(time.now()).toBe(1_000_400);
  pass(90);
  expect(time.now()).toBe(1_000_400);
  pass(50);
  expect(time.now()).toBe(1_000_440);
});

test('after a sleep, in which our clock stood still, the next answer is believed', () => {
  const { time, pass } = set();
  time.greeted(1_000_000);
  time.measured(1_000_010, 20);
  expect(time.now()).toBe(1_000_020);
  pass(30);
  time.measured(1_600_000, 60);
  expect(time.now()).toBe(1_600_030);
});

test('a server whose clock was set back is followed', () => {
  const { time, pass } = set();
  time.greeted(1_000_000);
  time.measured(1_000_010, 20);
  expect(time.now()).toBe(1_000_020);
  pass(1_000);
  time.greeted(900_000);
  expect(time.now()).toBe(900_000);
});
