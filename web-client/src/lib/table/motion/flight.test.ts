import { expect, test } from 'vitest';
import { events } from '../../testing/samples';
import type { Event } from '../../protocol';
import { FLIGHT_MS, flightFrames, scoreAfterMs } from './flight';

const [move, capture] = events.slice(3) as [Event, Event];
const leaving = { piece: { size: 1 }, seat: 0, x: 100, y: 200, unit: 88, afterMs: 0 };

test('points come when what is taken has arrived, and else with the move', () => {
  expect(scoreAfterMs(capture)).toBe(150 + FLIGHT_MS);
  expect(scoreAfterMs(move)).toBe(220);
});

test('where nothing is acted out they are there at once', () => {
  expect(scoreAfterMs(null)).toBeNull();
});

test('a piece flies from where it stood to the card, and is small when it is there', () => {
  const frames = flightFrames(leaving, [400, 120]);
  expect(frames[0]?.transform).toBe('scale(1)');
  expect(frames.at(-1)).toEqual({ transform: 'translate(300px, -80px) scale(0.25)', offset: 1 });
  const offsets = frames.map(({ offset }) => offset ?? 0);
  expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
});

test('a piece of a small board does not grow on its way', () => {
  const frames = flightFrames({ ...leaving, unit: 12 }, [0, 0]);
  expect(frames.at(-1)?.transform).toContain('scale(1)');
});
