import { describe, expect, test } from 'vitest';
import { game } from '../testing/samples';
import type { Rating, RatingChange } from '../protocol';
import {
  changeFigure,
  changeWords,
  exactFigure,
  likely,
  poolChoice,
  poolWithin,
  poolWords,
  poolsOf,
  ratedWord,
  ratingFigure,
  ratingWords,
  readPool,
  volatilityFigure,
} from './rating';

const sure: Rating = { rating: 1523, deviation: 60, provisional: false };
const unsure: Rating = { rating: 1662, deviation: 290, provisional: true };

test('a rating is a figure, marked while little is known', () => {
  expect([ratingFigure(sure), ratingWords(sure)]).toEqual(['1523', 'rated 1523']);
  expect([ratingFigure(unsure), ratingWords(unsure)]).toEqual(['1662?', 'rated 1662, provisional']);
  expect(likely(sure)).toEqual([1403, 1643]);
});

test('decimals are as many each time', () => {
  expect([exactFigure(1523.4), exactFigure(60), volatilityFigure(0.06)]).toEqual([
    '1523.40',
    '60.00',
    '0.060000',
  ]);
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
    expect(poolsOf(game)).toEqual(['two', 'more', 'computers', 'computers_more']);
    expect(poolsOf({ ...game, max_seats: 2 })).toEqual(['two', 'computers']);
    expect(poolsOf({ ...game, min_seats: 3 })).toEqual(['more', 'computers_more']);
  });

  test('have names that tell what makes a difference', () => {
    expect(poolsOf(game).map((pool) => poolWords(pool, game))).toEqual([
      'two players',
      'three or more',
      'against computers',
      'against computers, three or more',
    ]);
    const duel = { ...game, max_seats: 2 };
    expect(poolsOf(duel).map((pool) => poolWords(pool, duel))).toEqual(['', 'against computers']);
    expect(poolsOf(duel).map((pool) => poolChoice(pool, duel))).toEqual([
      'among people',
      'against computers',
    ]);
    expect(poolWords('more', undefined)).toBe('three or more');
  });

  test('of another game are those of as many, or else those against the same', () => {
    const duel = { ...game, max_seats: 2 };
    expect(poolWithin(game, 'computers_more')).toBe('computers_more');
    expect(poolWithin(duel, 'computers_more')).toBe('computers');
    expect(poolWithin(duel, 'more')).toBe('two');
  });

  test('are told of a table in a word or two', () => {
    expect([ratedWord(false, true), ratedWord(true, false), ratedWord(true, true)]).toEqual([
      'casual',
      'rated',
      'rated against computers',
    ]);
  });

  test('are read from addresses', () => {
    const read = ['more', 'computers', 'computers_more', 'two', 'x', null].map(readPool);
    expect(read).toEqual(['more', 'computers', 'computers_more', 'two', 'two', 'two']);
  });
});
