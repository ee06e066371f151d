import { expect, test } from 'vitest';
import type { ListedTable, TableInfo } from '../protocol';
import { info } from '../testing/samples';
import { Refusal } from '../net/refusal';
import { LobbyStore } from './lobby.svelte';

function listed(id: string, more: Partial<TableInfo> = {}, watchers = 0): ListedTable {
  return { info: { ...info, id, ...more }, watchers };
}

const ids = (tables: ListedTable[]): string[] => tables.map((table) => table.info.id);

test('keeps the list up to date, the newest first', () => {
  const lobby = new LobbyStore();
  expect(lobby.known).toBe(false);
  const open = { status: 'open', created_ms: 1 } as const;
  lobby.hear({ type: 'lobby', version: 1, tables: [listed('a', open), listed('b')], total: 2 });
  expect(lobby.known).toBe(true);
  expect([ids(lobby.open), ids(lobby.live)]).toEqual([['a'], ['b']]);
  lobby.hear({
    type: 'lobby_diff',
    version: 2,
    set: [listed('c', { ...open, created_ms: 2 }), listed('a', { status: 'playing' }, 3)],
    gone: ['b'],
    total: 2,
  });
  expect([ids(lobby.open), ids(lobby.live)]).toEqual([['c'], ['a']]);
  expect(lobby.live[0]?.watchers).toBe(3);
});

test('asks for what one wants to see, also after a break', () => {
  const lobby = new LobbyStore({ standing: 'playing' });
  expect(lobby.resume()).toEqual({ type: 'lobby', on: true, filter: { standing: 'playing' } });
  lobby.narrow({ game: 'g', seats: 3 });
  const narrower = { type: 'lobby', on: true, filter: { game: 'g', seats: 3 } };
  expect(lobby.resume()).toEqual(narrower);
});

test('a wish that makes no sense has nothing to show', () => {
  const lobby = new LobbyStore({ game: 'unheard-of' });
  lobby.hear({ type: 'lobby', version: 1, tables: [listed('a')], total: 1 });
  lobby.resumed(new Refusal('bad_game', ''));
  expect([lobby.known, lobby.live, lobby.total]).toEqual([true, [], 0]);
});

test('tells when there are more than are listed', () => {
  const lobby = new LobbyStore();
  lobby.hear({ type: 'lobby', version: 1, tables: [listed('a')], total: 7 });
  expect(lobby.total).toBe(7);
});
