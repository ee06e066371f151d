import { expect, test } from 'vitest';
import { agoWords, spanWords } from './time';

test.each([
  [20_000, 'under a minute'],
  [7 * 60_000, '7 min'],
  [80 * 60_000, '1 h 20 min'],
  [120 * 60_000, '2 h'],
  [5 * 86_400_000, '5 days'],
])('%i ms is %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words);
});

test.each([
  ['2026-11-21T00:10', 'today'],
  ['2026-11-20T23:50', 'yesterday'],
  ['2026-11-09T12:00', '12 days ago'],
  // A clock that is a little ahead.
  ['2026-11-22T00:10', 'today'],
])('%s was %s', (then, words) => {
  expect(agoWords(new Date(then).getTime(), new Date('2026-11-21T20:00').getTime())).toBe(words);
});
