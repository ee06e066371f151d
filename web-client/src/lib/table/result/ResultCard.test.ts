import { render } from 'svelte/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { game, info } from '../../testing/samples';
import type { RatingChanges } from '../../stores/ratingChanges.svelte';
import ResultCard from './ResultCard.svelte';

beforeAll(() => vi.stubGlobal('document', { baseURI: 'https://example.org/' }));

const outcome = { scores: [0, 1], ranks: [2, 1], reason: 'resigned' };
const before = { rating: 1500, deviation: 60, provisional: false };
const to = (rating: number) => ({ before, after: { ...before, rating } });

function result(rated: boolean, changes: RatingChanges = []): string {
  const names = ['Ada', 'Bob'];
  const props = { outcome, game: undefined, names, seats: info.seats, rated, changes };
  return render(ResultCard, { props }).body;
}

test('a rated game tells what it changed, and keeps the place until that is known', () => {
  expect(result(true).match(/class="change/g)).toHaveLength(2);
  expect(result(true)).not.toContain('data-testid="rating-change"');
  const body = result(true, [to(1492), to(1508)]);
  expect(body.match(/class="change/g)).toHaveLength(2);
  // The winner comes first.
  expect(body).toMatch(/now rated 1508, up 8[^]*now rated 1492, down 8/);
});

test('one that did not count says why, in one sentence', () => {
  const names = ['Ada', 'Bob'];
  const props = { outcome, game: undefined, names, seats: info.seats };
  const unrated = render(ResultCard, { props: { ...props, unrated: 'not_all_moved' } }).body;
  expect(unrated).toContain('Not rated: not everybody had moved.');
  expect(result(false)).not.toContain('Not rated');
});

test('a draw says how it stands, and ranks nobody', () => {
  const drawn = { scores: [14, 14], ranks: [1, 1], reason: 'empty' };
  const props = { outcome: drawn, game, names: ['Ada', 'Bob'], seats: info.seats };
  const { body } = render(ResultCard, { props });
  expect(body).toContain('Draw 14–14');
  expect(body).not.toContain('1st');
});

test('a casual one has nothing to tell', () => {
  expect(result(false)).not.toContain('class="change');
});
