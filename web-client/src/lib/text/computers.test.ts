import { expect, test } from 'vitest';
import { aboutWords, levelWords, markWords, opponentsWords } from './computers';
import { LEVELS } from '../game/computers';

test('every level has a word of its own', () => {
  const words = LEVELS.map(levelWords);
  expect(words[0]).toBe('1 · Beginner');
  expect(words.at(-1)).toBe('8 · Strongest');
  expect(new Set(words.map((one) => one.slice(4))).size).toBe(8);
  expect(words.every((one) => one.length > 4)).toBe(true);
});

test('a level that this page does not know is told by its number', () => {
  expect(levelWords(9)).toBe('9');
  expect(markWords(9)).toBe('computer, level 9');
});

test('who plays against one', () => {
  expect(opponentsWords(1, 1)).toBe('One computer of level 1 · Beginner.');
  expect(opponentsWords(5, 8)).toBe('5 computers of level 8 · Strongest.');
  expect(aboutWords(2)).toMatch(/^A computer player, level 2 of 8: Novice\. /);
});
