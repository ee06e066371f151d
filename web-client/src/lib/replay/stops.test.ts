import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { rolled } from '../testing/samples';
import { around, stops, struck } from './stops';

let n = 0;
const act = (seat: number): Event => ({ n: ++n, ms: 0, type: 'act', seat, action: 'a1-b1' });
const takeback = (seat: number, actions: number): Event => ({
  n: ++n,
  ms: 0,
  type: 'takeback',
  seat,
  actions,
});
const undo = (seat: number): Event => ({ n: ++n, ms: 0, type: 'undo', seat });
const gone = (line: Event[]): number[] => [...line.keys()].filter((at) => struck(line)[at]);
const roll = (seat: number): Event => rolled(++n, seat, 0, [1, 2]);

test('without second thoughts every step counts', () => {
  const line = [act(0), act(1)];
  expect(gone(line)).toEqual([]);
  expect(stops(line)).toEqual([0, 1, 2]);
  expect(stops([])).toEqual([0]);
});

test('a takeback strikes as many actions as it says, and stands for where the game is now', () => {
  const line = [act(0), act(1), act(0), act(1), takeback(0, 2)];
  expect(gone(line)).toEqual([2, 3, 4]);
  expect(stops(line)).toEqual([0, 1, 5]);
  // Once it goes on, it is passed over.
  expect(stops([...line, act(0)])).toEqual([0, 1, 2, 6]);
});

test('what is struck already is not struck again', () => {
  const line = [act(0), act(1), takeback(1, 1), act(1), takeback(0, 2)];
  expect(gone(line)).toEqual([0, 1, 2, 3, 4]);
  expect(stops(line)).toEqual([5]);
});

test('an undoing strikes one action, and no roll', () => {
  const line = [roll(0), act(0), act(0), undo(0), undo(0), act(0)];
  expect(gone(line)).toEqual([1, 2, 3, 4]);
  expect(stops(line)).toEqual([0, 1, 6]);
});

test('stepping goes from stop to stop, from wherever one is', () => {
  const places = [0, 1, 5];
  expect(around(places, 1)).toEqual({ back: 0, forward: 5 });
  expect(around(places, 3)).toEqual({ back: 1, forward: 5 });
  expect(around(places, 0)).toEqual({ back: null, forward: 1 });
  expect(around(places, 5)).toEqual({ back: 1, forward: null });
});
