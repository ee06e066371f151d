import { expect, test } from 'vitest';
import type { TimeControl } from '../protocol';
import { live } from '../game/clock';
import { absenceWords, awayWords, changeWords, isClaimable } from './presence';

const NONE: TimeControl = { type: 'none' };
const SLOW: TimeControl = { type: 'correspondence', days: 3 };
const away = (since_ms: number, until_ms: number | null) =>
  ({ state: 'away', since_ms, until_ms }) as const;

test('in a live game the time is counted until the seat counts as gone', () => {
  expect(awayWords(away(0, 120_000), live(5, 5), 28_000)).toBe(
    '<words>counts as gone in</words> 1:32',
  );
  expect(awayWords(away(0, 120_000), live(5, 5), 121_000)).toBe(
    '<words>counts as gone in</words> 0:00',
  );
  // In a pause nobody counts as gone.
  expect(awayWords(away(0, null), live(5, 5), 28_000)).toBe('');
});

test('without a clock it is told how long, by correspondence only that', () => {
  expect(awayWords(away(0, 600_000), NONE, 30_000)).toBe('');
  expect(awayWords(away(0, 600_000), NONE, 250_000)).toBe('<words>for</words> 4 min');
  expect(awayWords(away(0, null), SLOW, 250_000)).toBe('');
});

test('without a clock the others may let a seat go in the end', () => {
  expect(isClaimable(away(0, 600_000), NONE, 599_999)).toBe(false);
  expect(isClaimable(away(0, 600_000), NONE, 600_000)).toBe(true);
  expect(isClaimable(away(0, 120_000), live(5, 5), 600_000)).toBe(false);
  expect(isClaimable(away(0, null), SLOW, 600_000)).toBe(false);
  expect(absenceWords('Ada', away(0, 600_000), 610_000)).toBe('Ada has been away for 10 minutes.');
});

test('comings and goings are told, but not one’s own or what is not known', () => {
  const names = ['Ada', 'Bob', 'Cleo'];
  expect(changeWords([true, true, false], [true, false, true], names, 0)).toBe(
    'Bob is away. Cleo is back.',
  );
  expect(changeWords([true, true], [false, true], names, 0)).toBe('');
  expect(changeWords([], [true, false], names, 0)).toBe('');
});
