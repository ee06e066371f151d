import { expect, test } from 'vitest';
import { game } from '../testing/samples';
import { POINT, advantageOf, gameCounts, goesOn, scoreAfter, usualGames } from './series';

test('a series has as many games for each seat', () => {
  expect(gameCounts(2)).toEqual([1, 2, 4, 6, 8, 10, 12]);
  expect(gameCounts(3)).toEqual([1, 3, 6, 9, 12]);
  expect(gameCounts(5)).toEqual([1, 5, 10]);
});

test('whoever is first shares a point', () => {
  const series = { id: 's', number: 2, games: 3, score: [POINT, 0, 0] };
  expect(scoreAfter(series, [2, 1, 3])).toEqual([POINT, POINT, 0]);
  expect(scoreAfter(series, [1, 1, 1])).toEqual([80, 20, 20]);
  expect(goesOn(series)).toBe(true);
  expect(goesOn({ ...series, number: 3 })).toBe(false);
  expect(goesOn({ ...series, ended: true })).toBe(false);
  expect(goesOn(undefined)).toBe(false);
});

test('what is known of the seats is of a set-up, and matters for points', () => {
  expect(advantageOf(game, 2, {})).toBeUndefined();
  expect(advantageOf(game, 2, { rules: 'classic' })).toBeUndefined();
  const known = advantageOf(game, 2, { rules: 'arcade' });
  expect(known?.wins).toEqual([80, 20]);
  expect(advantageOf(game, 3, {})?.wins[0]).toBe(50);
  expect(advantageOf(game, 4, { rules: 'arcade' })).toBeUndefined();
  expect(advantageOf(undefined, 2, {})).toBeUndefined();
  expect(usualGames(known, true)).toBe(2);
  expect(usualGames(known, false)).toBe(1);
  expect(usualGames(undefined, true)).toBe(1);
});
