import { expect, test } from 'vitest';
import { sharesOf, totalOf } from './shares';

test('a bar is shared as the games were', () => {
  expect(sharesOf({ games: 4, drawn: 0, won: [3, 1] })).toEqual([
    { seat: 0, games: 3, part: 0.75 },
    { seat: 1, games: 1, part: 0.25 },
  ]);
});

test('what several won together stands in the middle, and who won nothing nowhere', () => {
  expect(sharesOf({ games: 4, drawn: 2, won: [1, 1] }).map(({ seat }) => seat)).toEqual([
    0,
    null,
    1,
  ]);
  expect(sharesOf({ games: 4, drawn: 1, won: [0, 2, 1] }).map(({ seat }) => seat)).toEqual([
    1,
    null,
    2,
  ]);
  expect(sharesOf({ games: 1, drawn: 1, won: [0, 0] })).toEqual([
    { seat: null, games: 1, part: 1 },
  ]);
});

test('each of a team has won, and the bar is full all the same', () => {
  const shares = sharesOf({ games: 4, drawn: 0, won: [3, 1, 3, 1] });
  expect(shares.map(({ part }) => part)).toEqual([0.375, 0.125, 0.375, 0.125]);
});

test('nothing is shared where nothing was played', () => {
  expect(sharesOf({ games: 0, drawn: 0, won: [] })).toEqual([]);
});

test('several actions are added up seat by seat', () => {
  const moves = [
    { games: 4, drawn: 1, won: [2, 1] },
    { games: 2, drawn: 0, won: [0, 2] },
  ];
  expect(totalOf(moves)).toEqual({ games: 6, drawn: 1, won: [2, 3] });
  expect(totalOf([])).toEqual({ games: 0, drawn: 0, won: [] });
});
