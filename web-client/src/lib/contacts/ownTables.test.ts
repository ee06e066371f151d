import { beforeEach, expect, test } from 'vitest';
import type { OwnGameEvent, TableInfo } from '../protocol';
import { ownTurns } from '../stores/ownTurns.svelte';
import { info } from '../testing/samples';
import { OwnTables } from './ownTables.svelte';

const table = (id: string, more: Partial<TableInfo> = {}): TableInfo => ({ ...info, id, ...more });
const playing = { status: 'playing' } as const;

let own: OwnTables;

function event(what: OwnGameEvent, id: string): void {
  own.hear({ type: 'own_game', what, at: 1, info: table(id, playing) });
}

function list(...ids: string[]): void {
  own.hear({ type: 'own_games', tables: ids.map((id) => table(id, playing)) });
}

const listed = (): string[] => own.seated.map(({ id }) => id).sort();

beforeEach(() => {
  ownTurns.clear();
  ownTurns.here = null;
  own = new OwnTables(() => 'somebody');
});

test('where it is one’s turn is known from turn to wait, or to the end', () => {
  list('a', 'b', 'c');
  event('turn', 'a');
  event('turn', 'b');
  event('turn', 'a');
  expect([...ownTurns.tables].sort()).toEqual(['a', 'b']);
  event('wait', 'a');
  event('finish', 'b');
  expect([ownTurns.tables, listed()]).toEqual([[], ['a', 'c']]);
});

test('the table on the page is none of those elsewhere', () => {
  list('a', 'b');
  event('turn', 'a');
  event('turn', 'b');
  ownTurns.here = 'a';
  expect(ownTurns.tables).toEqual(['b']);
  ownTurns.here = null;
  expect([...ownTurns.tables].sort()).toEqual(['a', 'b']);
});

test('a list that is older than what came before it undoes nothing', () => {
  event('finish', 'a');
  event('start', 'b');
  event('turn', 'b');
  list('a');
  expect([listed(), ownTurns.tables]).toEqual([['b'], ['b']]);
});

test('whoever comes back begins anew: what came on the line before is old', () => {
  list('a', 'b');
  event('turn', 'a');
  own.hear({ type: 'hello', player: null } as never);
  list('b');
  expect([listed(), ownTurns.tables]).toEqual([['b'], []]);
});
