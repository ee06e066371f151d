import { expect, test } from 'vitest';
import { changed, endings, readMatchFilter, seatCounts, writeMatchFilter } from './matchFilter';
import { game } from '../testing/samples';

test.each([
  ['', {}],
  [
    '?game=g&seats=3&rated=true&reason=resigned',
    { game: 'g', seats: 3, rated: true, reason: 'resigned' },
  ],
  ['?rated=false&opponent=p1&result=won', { rated: false, opponent: 'p1', result: 'won' }],
] as const)('the address %j tells what one wants to see', (search, filter) => {
  expect(readMatchFilter(search)).toEqual(filter);
  expect(writeMatchFilter(filter)).toBe(search);
});

test('what makes no sense is passed over', () => {
  expect(readMatchFilter('?game=&seats=many&rated=perhaps&result=lucky&more=less')).toEqual({});
});

test('whose games they are is not asked of an address', () => {
  expect(readMatchFilter('?player=p0')).toEqual({});
});

test('one thing is changed, or left open', () => {
  expect(changed({ game: 'g', seats: 2 }, 'seats', 3)).toEqual({ game: 'g', seats: 3 });
  expect(changed({ game: 'g', seats: 2 }, 'game', undefined)).toEqual({ seats: 2 });
});

test('a game ends in its own ways and in those of all games', () => {
  expect(endings(undefined).map(([reason]) => reason)).toEqual([
    'resigned',
    'timeout',
    'abandoned',
    'agreed',
  ]);
  expect(endings(game)[0]).toEqual(['empty', 'One side of the board is empty']);
  const known = { ...game, reasons: [{ reason: 'agreed', sentence: 'Both had enough.' }] };
  expect(endings(known).filter(([reason]) => reason === 'agreed')).toEqual([
    ['agreed', 'Both had enough'],
  ]);
});

test('there are as many seats as the game has, or any', () => {
  expect(seatCounts([game, { ...game, max_seats: 6 }], undefined)).toEqual([2, 3, 4, 5, 6]);
  expect(seatCounts([game], { ...game, min_seats: 3 })).toEqual([3, 4]);
  expect(seatCounts([], undefined)).toEqual([]);
});
