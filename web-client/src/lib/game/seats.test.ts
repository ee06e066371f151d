import { expect, test } from 'vitest';
import type { TableInfo } from '../protocol';
import { info } from '../testing/samples';
import { freeSeats, reservedFor, round, seatNames, seatOf } from './seats';

const half: TableInfo = {
  ...info,
  seats: [
    { state: 'free' },
    { state: 'reserved', player: { id: 'p1', name: 'Bob' } },
    { state: 'taken', player: { id: 'p2', name: 'Cleo' } },
  ],
};

test('names and places', () => {
  expect(seatNames(half)).toEqual(['Seat 1', 'Bob', 'Cleo']);
  expect(seatOf(half, 'p2')).toBe(2);
  expect(seatOf(half, 'p1')).toBeNull();
  expect(seatOf(half, undefined)).toBeNull();
  expect(reservedFor(half, 'p1')).toBe(1);
  expect(reservedFor(half, 'p2')).toBeNull();
  expect(freeSeats(half)).toBe(2);
});

test('going round from a seat', () => {
  expect(round(4, 2)).toEqual([2, 3, 0, 1]);
});
