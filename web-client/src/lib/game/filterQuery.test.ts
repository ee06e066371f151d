import { expect, test } from 'vitest';
import { game } from '../testing/samples';
import { changed, seatCounts } from './filterQuery';

test('one thing is changed, or left open', () => {
  expect(changed({ game: 'g', seats: 2 }, 'seats', 3)).toEqual({ game: 'g', seats: 3 });
  expect(changed({ game: 'g', seats: 2 }, 'game', undefined)).toEqual({ seats: 2 });
});

test('there are as many seats as the game has, or any', () => {
  expect(seatCounts([game, { ...game, max_seats: 6 }], undefined)).toEqual([2, 3, 4, 5, 6]);
  expect(seatCounts([game], { ...game, min_seats: 3 })).toEqual([3, 4]);
  expect(seatCounts([], undefined)).toEqual([]);
});
