import { describe, expect, test } from 'vitest';
import { DAY_PRESETS, LIVE_PRESETS, live } from '../game/clock';
import { limits } from '../testing/samples';
import type { TimeControl } from '../protocol';
import {
  clockName,
  clockProblem,
  clockWords,
  countdown,
  leftWords,
  spokenLeft,
  timeoutNote,
  timeoutWords,
} from './clock';

const NONE: TimeControl = { type: 'none' };
const days = (count: number): TimeControl => ({ type: 'correspondence', days: count });
const at = (clock: TimeControl, seats: number, teams = false) => ({ clock, seats, teams });

test.each([
  [0, '0:00.0'],
  [99, '0:00.0'],
  [9_449, '0:09.4'],
  [9_999, '0:09.9'],
  [10_000, '0:10'],
  [161_999, '2:41'],
  [3_765_000, '1:02:45'],
  [86_400_000, '1 d'],
  [187_300_000, '2 d 4 h'],
])('%i ms are shown as %s', (ms, words) => {
  expect(leftWords(ms)).toBe(words);
});

test('a countdown has no tenths', () => {
  expect(countdown(92_400)).toBe('1:32');
  expect(countdown(400)).toBe('0:00');
});

test.each([
  [400, 'no time'],
  [1_000, '1 second'],
  [161_000, '2 minutes 41 seconds'],
  [3_600_000, '1 hour'],
  [187_300_000, '2 days 4 hours'],
])('%i ms are spoken as %s', (ms, words) => {
  expect(spokenLeft(ms)).toBe(words);
});

test('clocks have short names and sentences', () => {
  expect(clockName(NONE)).toBe('no clock');
  expect(clockName(live(5, 5))).toBe('5+5');
  expect(clockName({ type: 'fischer', initial_s: 10, increment_s: 0 })).toBe('10 s + 0');
  expect(clockName(days(1))).toBe('1 day a turn');
  expect(clockWords(NONE)).toMatch(/^Untimed/);
  expect(clockWords({ type: 'fischer', initial_s: 90, increment_s: 0 })).toBe(
    '1 min 30 s each for the whole game.',
  );
  expect(clockWords(live(30, 20))).toBe(
    '30 min each for the whole game, and 20 s more with each turn.',
  );
  expect(clockWords(days(3))).toBe('3 days for each turn, day and night.');
});

test('a house that has not said how long it waits is taken at its word', () => {
  expect(timeoutWords(at(NONE, 2), null)).toContain('gone for a while can be removed');
});

describe('what happens at a time-out', () => {
  test('of two the other wins', () => {
    expect(timeoutWords(at(live(5, 5), 2), limits)).toBe(
      'A player who runs out of time or is gone for 2 minutes loses.',
    );
    expect(timeoutWords(at(days(3), 2), limits)).toContain('runs out of time loses.');
    expect(timeoutNote(at(live(5, 5), 2))).toBe('out of time loses');
  });

  test('with more seats the game goes on', () => {
    expect(timeoutWords(at(days(3), 3), limits)).toContain(
      'is skipped and ranks below those who stay.',
    );
    expect(timeoutWords(at(live(5, 5), 4, true), limits)).toContain(
      'their partner plays on for both.',
    );
    expect(timeoutNote(at(live(5, 5), 6))).toBe('out of time is skipped and ranks last');
    expect(timeoutNote(at(live(5, 5), 4, true))).toBe('out of time is skipped');
  });

  test('without a clock only an absence ends it', () => {
    expect(timeoutWords(at(NONE, 2), limits)).toBe(
      'A player who is gone for 10 minutes can be removed: the other wins.',
    );
    expect(timeoutNote(at(NONE, 2))).toBe('');
  });
});

describe('a new clock', () => {
  test('every preset is taken', () => {
    for (const [minutes, seconds] of LIVE_PRESETS)
      expect(clockProblem(live(minutes, seconds), limits)).toBe('');
    for (const days of DAY_PRESETS) {
      expect(clockProblem({ type: 'correspondence', days }, limits)).toBe('');
    }
    expect(clockProblem({ type: 'none' }, limits)).toBe('');
  });

  test.each([
    [9, 0, /10 seconds/],
    [10, 0, /^$/],
    [10_800, 180, /^$/],
    [10_801, 0, /3 hours/],
    [60, 181, /180/],
    [60, -1, /180/],
    [60.5, 0, /between/],
    [NaN, 0, /between/],
  ])('%d s and %d s more', (initial_s, increment_s, problem) => {
    expect(clockProblem({ type: 'fischer', initial_s, increment_s }, limits)).toMatch(problem);
  });
});
