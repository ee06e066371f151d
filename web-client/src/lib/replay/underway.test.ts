import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { rolled } from '../testing/samples';
import { hasActed, isUnderWay } from './underway';

const act = (seat: number): Event => ({ n: 0, ms: 0, type: 'act', seat, action: 'a1-b1' });
const roll = (seat: number): Event => rolled(0, seat, 0, [1, 2]);
const leave = (seat: number): Event => ({ n: 0, ms: 0, type: 'leave', seat, reason: 'resigned' });
const takeback: Event = { n: 0, ms: 0, type: 'takeback', seat: 0, actions: 1 };

test('a game is under way when its second turn begins', () => {
  expect(isUnderWay([])).toBe(false);
  expect(isUnderWay([act(0)])).toBe(false);
  expect(isUnderWay([act(0), act(1)])).toBe(true);
  expect(isUnderWay([act(0), leave(1)])).toBe(false);
});

test('with dice a turn has several actions, and the opening may be rolled again', () => {
  expect(isUnderWay([roll(0), roll(0), act(1), act(1)])).toBe(false);
  expect(isUnderWay([roll(0), roll(0), act(1), act(1), roll(0)])).toBe(true);
});

test('only what one has done, and what still stands, can be taken back', () => {
  expect(hasActed([act(0)], 0)).toBe(true);
  expect(hasActed([act(0)], 1)).toBe(false);
  expect(hasActed([act(0), takeback], 0)).toBe(false);
  expect(hasActed([act(0), act(1), leave(2)], 0)).toBe(false);
});

test('once sides were taken there is no way back', () => {
  const swap: Event = { n: 0, ms: 0, type: 'swap', seat: 1 };
  expect(isUnderWay([act(0), swap])).toBe(true);
  expect(hasActed([act(0), swap], 0)).toBe(false);
  expect(hasActed([act(0), swap, act(1)], 1)).toBe(true);
});
