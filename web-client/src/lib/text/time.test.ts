import { expect, test } from 'vitest';
import { spanWords } from './time';

test.each([
  [20_000, 'under a minute'],
  [7 * 60_000, '7 min'],
  [80 * 60_000, '1 h 20 min'],
  [120 * 60_000, '2 h'],
  [5 * 86_400_000, '5 days'],
])('%i ms is %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words);
});
