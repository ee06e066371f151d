import { render } from 'svelte/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { live } from '../../game/clock';
import { layout, view } from '../../testing/samples';
import PlayerCard from './PlayerCard.svelte';

beforeAll(() => vi.stubGlobal('document', { baseURI: 'https://example.org/' }));

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

test('a computer is marked, and seen to think; those who listen only hear whose turn it is', () => {
  const player = { id: 'c3', name: 'Computer 3', computer: 3 };
  const props = { name: 'Computer (level 3)', sitter: { state: 'taken', player }, thinking: true };
  const body = card(props);
  expect(body).toMatch(/role="img"[^>]*aria-label="computer, level 3"/);
  expect(body).toContain('aria-label="Computer (level 3), to move"');
  expect(body).toMatch(/aria-hidden="true"[^>]*>thinking…</);
  expect(body.match(/thinking…/g)).toHaveLength(1);
  expect(card({ ...props, compact: true })).toMatch(/aria-hidden="true"[^>]*>…</);
  expect(card({ ...props, thinking: false })).not.toContain('data-testid="thinking"');
});

test('a rating stands beside the name, which leads to the player', () => {
  const rating = { rating: 1523, deviation: 140, provisional: true };
  const sitter = { state: 'taken', player: { id: 'p0', name: 'Ada' }, rating };
  const body = card({ sitter });
  expect(body).toMatch(/href="[^"]*players\/p0"/);
  expect(body).toMatch(/aria-hidden="true"[^>]*>1523\?</);
  expect(body).toContain('(rated 1523, provisional)');
  expect(card({ sitter: { ...sitter, rating: undefined } })).not.toContain('rated');
});
