import { expect, test } from 'vitest';
import type { TableInfo } from '../protocol';
import { info } from '../testing/samples';
import { computerAt, freeSeats, reservedFor, round, seatNames, seatOf } from './seats';

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

test('computers are told from people, and from each other', () => {
  const computer = (level: number) => ({
    state: 'taken' as const,
    player: { id: `c${level}`, name: `Computer ${level}`, computer: level },
  });
  const seats = [computer(3), ...info.seats, computer(3), computer(8)];
  expect(seatNames({ ...info, seats })).toEqual([
    'Computer (level 3, seat 1)',
    'Ada',
    'Bob',
    'Computer (level 3, seat 4)',
    'Computer (level 8)',
  ]);
  expect([0, 1, 4, 9].map((seat) => computerAt({ ...info, seats }, seat))).toEqual([
    3,
    null,
    8,
    null,
  ]);
  expect(computerAt(half, 0)).toBeNull();
});

test('going round from a seat', () => {
  expect(round(4, 2)).toEqual([2, 3, 0, 1]);
});
