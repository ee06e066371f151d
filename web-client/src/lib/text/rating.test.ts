import { describe, expect, test } from 'vitest';
import { game } from '../testing/samples';
import type { Rating, RatingChange } from '../protocol';
import {
  changeFigure,
  changeWords,
  likely,
  poolsOf,
  ratingFigure,
  ratingWords,
  readPool,
} from './rating';

const sure: Rating = { rating: 1523, deviation: 60, provisional: false };
const unsure: Rating = { rating: 1662, deviation: 290, provisional: true };

test('a rating is a figure, marked while little is known', () => {
  expect([ratingFigure(sure), ratingWords(sure)]).toEqual(['1523', 'rated 1523']);
  expect([ratingFigure(unsure), ratingWords(unsure)]).toEqual(['1662?', 'rated 1662, provisional']);
  expect(likely(sure)).toEqual([1403, 1643]);
});

const to = (rating: number): RatingChange => ({ before: sure, after: { ...sure, rating } });

test.each([
  [to(1531), '+8', 'now rated 1531, up 8'],
  [to(1515), '−8', 'now rated 1515, down 8'],
  [to(1523), '±0', 'now rated 1523, as before'],
  [{ before: null, after: unsure }, 'new', 'now rated 1662, provisional, for the first time'],
] as const)('what a game changed: %j', (change, figure, words) => {
  expect([changeFigure(change), changeWords(change)]).toEqual([figure, words]);
});

describe('pools', () => {
  test('are those that a game has seats for', () => {
    expect(poolsOf(game)).toEqual(['two', 'more']);
    expect(poolsOf({ ...game, max_seats: 2 })).toEqual(['two']);
    expect(poolsOf({ ...game, min_seats: 3 })).toEqual(['more']);
  });

  test('are read from addresses', () => {
    expect([readPool('more'), readPool('two'), readPool('x'), readPool(null)]).toEqual([
      'more',
      'two',
      'two',
      'two',
    ]);
  });
});
