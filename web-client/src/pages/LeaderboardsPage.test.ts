import { render } from 'svelte/server';
import { beforeAll, expect, test, vi } from 'vitest';
import type { GameInfo } from '../lib/protocol';
import { game } from '../lib/testing/samples';
import { router } from '../router.svelte';
import LeaderboardsPage from './LeaderboardsPage.svelte';

const known = vi.hoisted(() => ({
  all: [] as GameInfo[],
  problem: '',
  find: (id: string) => known.all.find((one) => one.id === id),
}));
vi.mock('../app', () => ({ games: known, session: { player: null } }));
beforeAll(() => vi.stubGlobal('document', { baseURI: 'https://example.org/' }));

const two = { ...game, id: 'h', title: 'H', max_seats: 2 };
known.all = [game, two];

function page(wanted: string | null): string {
  return render(LeaderboardsPage, { props: { game: wanted } }).body;
}

test('every game has a board; without a wish the first one is shown', () => {
  const body = page(null);
  for (const id of ['g', 'h']) expect(body).toMatch(new RegExp(`href="[^"]*leaderboards/${id}"`));
  expect(body).toMatch(/aria-current="page" href="[^"]*leaderboards\/g"/);
  expect(body).toContain('at least 10 rated games');
});

test('where more than two can play, they have a board of their own', () => {
  expect(page('g')).toMatch(/href="[^"]*leaderboards\/g\?pool=more"/);
  expect(page('g')).toContain('G, two players');
  router.search = '?pool=more';
  expect(page('g')).toContain('G, three or more');
  expect(page('h')).not.toContain('three or more');
  router.search = '';
});

test('games against computers have boards of their own', () => {
  expect(page('g')).toMatch(/href="[^"]*leaderboards\/g\?pool=computers_more"/);
  router.search = '?pool=computers_more';
  expect(page('g')).toContain('G, against computers, three or more');
  // The other game is for two: the same against computers is asked of it.
  expect(page('g')).toMatch(/href="[^"]*leaderboards\/h\?pool=computers"/);
  expect(page('h')).toContain('H, against computers');
  expect(page('h')).toContain('among people');
  router.search = '';
});

test('a game that is not played here has none', () => {
  expect(page('unheard-of')).toContain('There is nothing here but sand');
});
