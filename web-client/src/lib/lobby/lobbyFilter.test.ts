import { expect, test } from 'vitest';
import { isNarrow, readFilter, writeFilter } from './lobbyFilter';

test.each([
  ['', {}],
  ['?game=some-game', { game: 'some-game' }],
  ['?game=g&seats=3&clock=fischer', { game: 'g', seats: 3, clock: 'fischer' }],
  ['?rated=true', { rated: true }],
  ['?game=g&rated=false', { game: 'g', rated: false }],
] as const)('the address %j tells what one wants to see', (search, filter) => {
  expect(readFilter(search)).toEqual(filter);
  expect(writeFilter(filter)).toBe(search);
  expect(isNarrow(filter)).toBe(search !== '');
});

test('what makes no sense is passed over', () => {
  expect(readFilter('?game=&seats=many&clock=sand&rated=maybe&more=less')).toEqual({});
  expect(readFilter('?seats=0')).toEqual({});
  expect(readFilter('?seats=12')).toEqual({});
});
