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

test('what is folded is one step of the turn before it, however long', () => {
  const undo = (seat: number): Event => ({ n: 0, ms: 0, type: 'undo', seat });
  const line = [roll(0), act(0), act(0), undo(0), act(0), undo(0), act(0), act(0), undo(0)];
  const [only, ...others] = turns(line, new Set([2, 3, 4, 5, 7, 8]));
  expect(others).toEqual([]);
  expect(only?.steps.map(({ to, folded }) => [to, folded])).toEqual([
    [1, null],
    [2, null],
    [6, 2],
    [7, null],
    [9, 1],
  ]);
  // In a game without dice, too, where each step has a row of its own otherwise.
  expect(
    turns([act(0), act(1), undo(1), act(1)], new Set([1, 2])).map(({ steps }) => steps.length),
  ).toEqual([2, 1]);
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
