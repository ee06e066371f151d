import { describe, expect, test } from 'vitest';
import type { TimeControl } from '../protocol';
import { TimeWarning, fullClocks, leftAt, live, urgency } from './clock';

const reading = { left_ms: [60_000, 50_000], running: 1, ms: 1_000 };

test('only the running clock counts down, from the moment it was read', () => {
  expect(leftAt(reading, 0, 21_000)).toBe(60_000);
  expect(leftAt(reading, 1, 21_000)).toBe(30_000);
  expect(leftAt({ ...reading, running: null }, 1, 21_000)).toBe(50_000);
});

test('no clock shows less than nothing, or more than was read', () => {
  expect(leftAt(reading, 1, 99_000)).toBe(0);
  // The event may be here before we know the server's time well.
  expect(leftAt(reading, 1, 400)).toBe(50_000);
});

test('without clocks there is nothing to tell', () => {
  expect(leftAt(null, 0, 0)).toBeNull();
  expect(leftAt(reading, 5, 0)).toBeNull();
});

test('before the first move all clocks are full', () => {
  expect(fullClocks(live(5, 5), 3)?.left_ms).toEqual([300_000, 300_000, 300_000]);
  expect(fullClocks({ type: 'correspondence', days: 2 }, 2)?.left_ms[1]).toBe(172_800_000);
  expect(fullClocks({ type: 'none' }, 2)).toBeNull();
});

test('how pressing it is depends on the kind of clock', () => {
  const days: TimeControl = { type: 'correspondence', days: 3 };
  expect([31_000, 29_999, 9_999].map((left) => urgency(live(5, 5), left))).toEqual([
    'none',
    'low',
    'last',
  ]);
  expect([13, 11, 0.5].map((hours) => urgency(days, hours * 3_600_000))).toEqual([
    'none',
    'low',
    'last',
  ]);
  expect(urgency({ type: 'none' }, 1)).toBe('none');
});

describe('the warning', () => {
  test('comes once at each mark', () => {
    const warning = new TimeWarning();
    const told = [45_000, 31_000, 29_000, 28_000, 9_000, 8_000].map((left) => warning.passes(left));
    expect(told).toEqual([null, null, 30_000, null, 10_000, null]);
    // The increments lift it over the mark again and again; once is enough.
    expect([35_000, 29_000].map((left) => warning.passes(left))).toEqual([null, null]);
  });

  test('does not come for time that one never had', () => {
    const warning = new TimeWarning();
    expect([10_000, 9_900].map((left) => warning.passes(left))).toEqual([null, null]);
  });

  test('skips the marks in between when much time has gone at once', () => {
    const warning = new TimeWarning();
    expect([60_000, 4_000].map((left) => warning.passes(left))).toEqual([null, 10_000]);
    expect([40_000, 29_000].map((left) => warning.passes(left))).toEqual([null, null]);
  });
});
