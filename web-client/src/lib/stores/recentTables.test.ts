import { expect, test } from 'vitest';
import { MemoryStorage } from '../testing/memoryStorage';
import { info } from '../testing/samples';
import { RecentTables } from './recentTables.svelte';

function storage(first?: string): MemoryStorage {
  return new MemoryStorage(first === undefined ? {} : { 'cydonia.recent': first });
}

const ids = (recent: RecentTables, player: string): string[] =>
  recent.of(player).map(({ id }) => id);

test('where one sits is known the next time, with the key, the last one first', () => {
  const store = storage();
  const recent = new RecentTables(() => store);
  recent.note({ ...info, id: 'a', private: true }, 'p0', true, 'k');
  recent.note({ ...info, id: 'b' }, 'p0', true, undefined);
  const next = new RecentTables(() => store);
  expect(ids(next, 'p0')).toEqual(['b', 'a']);
  expect(next.of('p0')[1]).toMatchObject({ private: true, key: 'k', game: 'some-game' });
  expect(ids(next, 'p1')).toEqual([]);
  expect(next.of(undefined)).toEqual([]);
});

test('what is over, left or gone is forgotten', () => {
  const recent = new RecentTables(() => storage());
  for (const id of ['a', 'b', 'c']) recent.note({ ...info, id }, 'p0', true, undefined);
  recent.note({ ...info, id: 'a', status: 'finished' }, 'p0', true, undefined);
  recent.note({ ...info, id: 'b' }, 'p0', false, undefined);
  recent.forget('c', 'p1');
  expect(ids(recent, 'p0')).toEqual(['c']);
  recent.forget('c', 'p0');
  expect(ids(recent, 'p0')).toEqual([]);
});

test('it does not grow for ever, and nonsense is passed over', () => {
  const recent = new RecentTables(() =>
    storage('[{"id":1},null,{"id":"x","game":"g","player":"p0"}]'),
  );
  expect(ids(recent, 'p0')).toEqual(['x']);
  for (let count = 0; count < 60; count += 1) {
    recent.note({ ...info, id: `t${count}` }, 'p0', true, undefined);
  }
  expect(ids(recent, 'p0')).toHaveLength(50);
  expect(ids(new RecentTables(() => storage('{')), 'p0')).toEqual([]);
});
