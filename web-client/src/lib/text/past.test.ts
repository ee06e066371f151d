import { expect, test } from 'vitest';
import { pastWords } from './past';

test('positions are told by the moves that count', () => {
  const stops = [0, 1, 5];
  expect(pastWords(stops, 0)).toBe('Start position.');
  expect(pastWords(stops, 5)).toBe('After move 2 of 2.');
  expect(pastWords(stops, 3)).toBe('Taken back later.');
});
