import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { live } from '../game/clock';
import { limits } from '../testing/samples';
import type { TimeControl } from '../protocol';
import { serverLimits } from '../stores/serverLimits.svelte';
import ClockField from './ClockField.svelte';

serverLimits.current = limits;

function field(clock: TimeControl, seats = 2): string {
  const { body } = render(ClockField, { props: { clock, seats, teams: false } });
  return body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

test('every kind of clock can be had, and what comes of it is told', () => {
  expect(field({ type: 'none' })).toMatch(/Untimed .* Live .* Correspondence/);
  expect(field({ type: 'none' })).toContain('gone for 10 minutes');
  const words = field(live(5, 5), 3);
  for (const preset of ['5+5', '10+10', '15+15', '30+20', 'Custom'])
    expect(words).toContain(preset);
  expect(words).toContain('ranks below those who stay');
  const slow = field({ type: 'correspondence', days: 3 });
  for (const days of ['1 day', '2 days', '3 days', '5 days', '7 days', '14 days']) {
    expect(slow).toContain(days);
  }
  expect(slow).toContain('out of time loses');
});

test('a clock out of range is told at once', () => {
  expect(field({ type: 'fischer', initial_s: 5, increment_s: 0 })).toContain(
    'between 10 seconds and 3 hours',
  );
});

test('what the house does not take is not offered', () => {
  serverLimits.current = { ...limits, initial_s: [10, 600], days: [2, 5] };
  expect(field(live(5, 5))).not.toContain('15+15');
  const slow = field({ type: 'correspondence', days: 3 });
  expect(slow).toContain('5 days');
  expect(slow).not.toContain('7 days');
  serverLimits.current = limits;
});
