import { expect, test } from 'vitest';
import { readMatchFilter, writeMatchFilter } from './matchFilter';

test.each([
  ['', {}],
  [
    '?game=g&seats=3&rated=true&reason=resigned',
    { game: 'g', seats: 3, rated: true, reason: 'resigned' },
  ],
  ['?rated=true&computers=true', { rated: true, computers: true }],
  [
    '?computers=false&position=0123456789abcdef',
    { computers: false, position: '0123456789abcdef' },
  ],
  ['?rated=false&opponent=p1&result=won', { rated: false, opponent: 'p1', result: 'won' }],
] as const)('the address %j tells what one wants to see', (search, filter) => {
  expect(readMatchFilter(search)).toEqual(filter);
  expect(writeMatchFilter(filter)).toBe(search);
});

test('what makes no sense is passed over', () => {
  expect(
    readMatchFilter('?game=&seats=many&rated=perhaps&computers=2&result=lucky&more=less'),
  ).toEqual({});
});

test('whose games they are is not asked of an address', () => {
  expect(readMatchFilter('?player=p0')).toEqual({});
});
