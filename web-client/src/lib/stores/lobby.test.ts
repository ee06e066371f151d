import { expect, test } from 'vitest';
import { info } from '../game/samples';
import { LobbyStore } from './lobby.svelte';

test('keeps the list up to date, the newest first', () => {
  const lobby = new LobbyStore();
  expect(lobby.known).toBe(false);
  const open = { ...info, id: 'a', status: 'open' as const, created_ms: 1 };
  lobby.hear({ type: 'lobby', version: 1, tables: [open, { ...info, id: 'b' }] });
  expect(lobby.known).toBe(true);
  expect(lobby.open.map((table) => table.id)).toEqual(['a']);
  expect(lobby.live.map((table) => table.id)).toEqual(['b']);
  lobby.hear({
    type: 'lobby_diff',
    version: 2,
    set: [
      { ...open, id: 'c', created_ms: 2 },
      { ...open, status: 'playing' },
    ],
    gone: ['b'],
  });
  expect(lobby.open.map((table) => table.id)).toEqual(['c']);
  expect(lobby.live.map((table) => table.id)).toEqual(['a']);
});
