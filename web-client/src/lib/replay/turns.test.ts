import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { turns } from './turns';

const roll = (seat: number): Event => ({ n: 0, ms: 0, type: 'roll', seat, k: 0, dice: [1, 2] });
const act = (seat: number): Event => ({ n: 0, ms: 0, type: 'act', seat, action: 'a1-b1' });

const shape = (line: Event[]): [number, number, number][] =>
  turns(line).map(({ seat, first, steps }) => [seat, first, steps.length]);

test('without dice every step stands alone', () => {
  expect(shape([act(0), act(1), act(1)])).toEqual([
    [0, 0, 1],
    [1, 1, 1],
    [1, 2, 1],
  ]);
});

test('with dice a turn is a roll and all that was done with it', () => {
  const leave: Event = { n: 0, ms: 0, type: 'leave', seat: 0, reason: 'resigned' };
  expect(shape([roll(0), roll(1), act(1), act(1), roll(0), act(0), leave])).toEqual([
    [0, 0, 1],
    [1, 1, 3],
    [0, 4, 3],
  ]);
  expect(shape([roll(0), act(0), { ...leave, seat: 1 }])).toEqual([
    [0, 0, 2],
    [1, 2, 1],
  ]);
});
