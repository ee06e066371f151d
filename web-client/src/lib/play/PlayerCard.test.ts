import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { live } from '../game/clock';
import { layout, view } from '../game/samples';
import PlayerCard from './PlayerCard.svelte';

const clocks = { left_ms: [161_000, 9_400], running: null, ms: 0 };

function card(more: Record<string, unknown> = {}): string {
  return render(PlayerCard, { props: { seat: 0, name: 'Ada', layout, view, score: null, ...more } })
    .body;
}

test('without a clock none is shown', () => {
  expect(card()).not.toContain('role="timer"');
});

test('a clock is shown in figures and told in words', () => {
  const body = card({ clocks, control: live(5, 5) });
  expect(body).toContain('2:41');
  expect(body).toContain('2 minutes 41 seconds left');
  expect(body).toContain('data-urgency="none"');
  expect(body).toContain('data-running="false"');
});

test('the last seconds look different', () => {
  const body = card({ seat: 1, clocks, control: live(5, 5) });
  expect(body).toContain('0:09.4');
  expect(body).toContain('data-urgency="last"');
});

test('who is away is marked, unless they have left the game anyway', () => {
  const absence = { state: 'away', since_ms: 0, until_ms: null };
  expect(card({ absence })).toContain('data-testid="away"');
  expect(card({ absence, view: { ...view, left: [0] } })).not.toContain('data-testid="away"');
  expect(card({ absence, rank: 1 })).not.toContain('data-testid="away"');
});
