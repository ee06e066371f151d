import { expect, test } from 'vitest';
import type { PuzzleAnswer } from '../protocol';
import { attemptWords, gapWords, solvedWords, taskWords } from './puzzle';

const answer: PuzzleAnswer = {
  right: true,
  counted: true,
  solution: 'a1-a2',
  line: [],
  best: 90,
  second: 41,
  rating: { rating: 1500, deviation: 200, provisional: true },
  own: null,
};
const summary = { id: 'p', game: 'g', seats: 2, rating: answer.rating, attempts: 3 };

test('seats are told by their colours', () => {
  expect(taskWords({ seat: 1 })).toBe('Blue to move: find the best move.');
});

test('a first try that is right is praised as such', () => {
  expect(attemptWords(answer)).toContain('first try');
  expect(attemptWords({ ...answer, counted: false })).not.toContain('first try');
  expect(attemptWords({ ...answer, right: false })).toContain('something better');
});

test('what the solution is worth is told beside the next best', () => {
  expect(gapWords(answer)).toBe('Chance to win: 90 % after it, 41 % at most after anything else.');
});

test('what one has tried is marked', () => {
  expect(solvedWords({ ...summary, solved: null })).toBe('');
  expect(solvedWords({ ...summary, solved: true })).toBe('solved');
  expect(solvedWords({ ...summary, solved: false })).toBe('tried');
});
