import { expect, test } from 'vitest';
import { GamesStore } from '../stores/games.svelte';
import { game } from '../testing/samples';
import { inlined } from './inlined';

function page(text: string | null): Document {
  const found = text === null ? null : { textContent: text };
  return { getElementById: (id: string) => (id === 'games' ? found : null) } as Document;
}

test('what the page brings along is read', () => {
  expect(inlined('games', page('[{"id":"a\\u003cb"}]'))).toEqual([{ id: 'a<b' }]);
  expect(inlined('other', page('[]'))).toBeNull();
  expect(inlined('games', page(null))).toBeNull();
  expect(inlined('games')).toBeNull();
});

test('games that the page has brought along are not fetched', async () => {
  const games = new GamesStore([game]);
  await games.load();
  expect(games.find(game.id)).toBe(game);
  expect(games.problem).toBe('');
});
