import { expect, test } from 'vitest';
import { gamesWords, placeWords, pointFigure, scoreWords, seriesHelp, termWords } from './series';

test('points have signs for their parts', () => {
  expect([0, 30, 60, 90, 20, 100, 120, 7].map(pointFigure)).toEqual([
    '0',
    '½',
    '1',
    '1½',
    '⅓',
    '1⅔',
    '2',
    '0.12',
  ]);
});

test('which game it is, and how the series stands', () => {
  const series = { id: 's', number: 2, games: 4, score: [90, 30] };
  expect(placeWords(series)).toBe('Game 2 of 4');
  expect(scoreWords(series.score, ['Ada', 'Ben'])).toBe('Ada 1½, Ben ½');
});

test('what is special about a table', () => {
  const series = { id: 's', number: 1, games: 4, score: [0, 0] };
  expect(termWords({})).toBe('');
  expect(termWords({ pie: true })).toBe('pie');
  expect(termWords({ series })).toBe('4 games');
  expect(termWords({ series: { ...series, number: 3 }, pie: true })).toBe('game 3 of 4, pie');
});

test('what a number of games means', () => {
  expect([1, 2].map(gamesWords)).toEqual(['One game', '2 games']);
  expect(seriesHelp(1, 2)).toContain('single');
  expect(seriesHelp(2, 2)).toContain('change seats');
  expect(seriesHelp(3, 3)).toContain('one seat on');
});
