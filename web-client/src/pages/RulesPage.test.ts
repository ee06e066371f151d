import { render } from 'svelte/server';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { GameInfo } from '../lib/protocol';
import RulesPage from './RulesPage.svelte';

const known = vi.hoisted(() => ({
  all: [] as GameInfo[],
  problem: '',
  find: (id: string) => known.all.find((game) => game.id === id),
  title: (id: string): string => known.find(id)?.title ?? id,
}));
vi.mock('../app', () => ({ games: known }));

function served(id: string, title: string): GameInfo {
  return {
    id,
    title,
    designer: 'Somebody',
    summary: 'Pyramids roll downhill.',
    min_seats: 2,
    max_seats: 4,
    options: [],
    score: null,
    dice: false,
    loser_begins: false,
    advantages: [],
    reasons: [],
    rules_version: 1,
  };
}

const page = (game: string | null): string => render(RulesPage, { props: { game } }).body;

beforeAll(() => {
  vi.stubGlobal('document', { baseURI: 'https://example.org/mars/' });
});

beforeEach(() => {
  known.all = [served('martian-go', 'Martian Go'), served('avalanche', 'Avalanche')];
  known.problem = '';
});

test('the list shows every game that is served', () => {
  expect(page(null)).toContain('href="/mars/rules/martian-go"');
  expect(page(null)).toContain('href="/mars/rules/avalanche"');
  expect(page(null)).toContain('2 to 4 players, by Somebody');
});

test('a game with a page fetches that', () => {
  expect(page('martian-go')).toContain('Loading the rules');
  expect(page('martian-go')).not.toContain('Pyramids roll downhill.');
});

test('a game without a page shows what it says of itself', () => {
  expect(page('avalanche')).toContain('<h1>Avalanche</h1>');
  expect(page('avalanche')).toContain('A game by Somebody for 2 to 4 players.');
  expect(page('avalanche')).toContain('Pyramids roll downhill.');
});

test('what is no game is not found, once that is known', () => {
  expect(page('nonsense')).toContain('nothing here but sand');
  known.all = [];
  expect(page('nonsense')).toContain('Fetching the games');
  known.problem = 'The server cannot be reached just now.';
  expect(page('nonsense')).toContain('cannot be reached');
});
