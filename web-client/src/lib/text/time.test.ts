import { expect, test } from 'vitest';
import { agoWords, readerLocale, spanWords } from './time';

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

test.each([
  ['de-DE', '24 Nov 2026, 15:05'],
  ['en-US', 'Nov 24, 2026, 3:05 PM'],
  ['ar', '24 Nov 2026, 15:05'],
  ['not a language', '24 Nov 2026, 15:05'],
  [undefined, '24 Nov 2026, 15:05'],
])('to a reader of %s a moment is %s', (language, words) => {
  const style = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  const format = new Intl.DateTimeFormat(readerLocale(language), { ...style, timeZone: 'UTC' });
  const told = format.format(Date.UTC(2026, 10, 24, 15, 5)).replaceAll('\u202f', ' ');
  expect(told.replace(/\b0(?=\d:)/, '')).toBe(words);
});
