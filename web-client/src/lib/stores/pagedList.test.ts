import { expect, test, vi } from 'vitest';
import { Refusal } from '../net/refusal';
import type { Part } from '../net/paging';
import { PagedList } from './pagedList.svelte';

/** A list of so many, of which a part holds at most so many; the cursor is the number of the next. */
function list(count: number, most = Infinity) {
  return vi.fn((cursor: string | null, limit: number): Promise<Part<number>> => {
    const from = Number(cursor ?? 0);
    const to = Math.min(from + Math.min(limit, most), count);
    const items = Array.from({ length: to - from }, (_, index) => from + index);
    return Promise.resolve({ items, next: to < count ? String(to) : null });
  });
}

test('a list comes part by part, to its end', async () => {
  const store = new PagedList<number>(2);
  expect([store.known, store.more]).toEqual([false, false]);
  await store.begin(list(3));
  expect([store.known, store.items, store.more]).toEqual([true, [0, 1], true]);
  await store.go();
  expect([store.items, store.more, store.busy]).toEqual([[0, 1, 2], false, false]);
});

test('parts that come back short are gone on from, until there is enough', async () => {
  const store = new PagedList<number>(5);
  const short = list(9, 2);
  await store.begin(short);
  expect(store.items).toEqual([0, 1, 2, 3, 4]);
  expect(short.mock.calls).toEqual([
    [null, 5],
    ['2', 3],
    ['4', 1],
  ]);
});

test('where nothing is found for long, the reader is asked whether to look on', async () => {
  const store = new PagedList<number>(5);
  const nothing = vi.fn(() => Promise.resolve({ items: [], next: 'further' }));
  await store.begin(nothing);
  expect(nothing).toHaveBeenCalledTimes(8);
  expect([store.known, store.items, store.more]).toEqual([true, [], true]);
  await store.go();
  expect(nothing).toHaveBeenCalledTimes(16);
});

test('a failure is told, and asking again goes on where it was', async () => {
  const store = new PagedList<number>(2);
  const all = list(4);
  await store.begin(all);
  all.mockRejectedValueOnce(new Refusal('unreachable', ''));
  await store.go();
  expect(store.problem).toContain('cannot be reached');
  expect(store.items).toEqual([0, 1]);
  await store.go();
  expect([store.items, store.problem]).toEqual([[0, 1, 2, 3], '']);
});

test('another list takes its place when it comes, and not before', async () => {
  const store = new PagedList<number>(2);
  await store.begin(list(4));
  let come: (part: Part<number>) => void = () => {};
  const late = store.begin(() => new Promise((resolve) => (come = resolve)));
  expect(store.items).toEqual([0, 1]);
  come({ items: [7], next: null });
  await late;
  expect([store.items, store.more]).toEqual([[7], false]);
});

test('what comes for a list that is no longer asked for is dropped', async () => {
  const store = new PagedList<number>(2);
  let come: (part: Part<number>) => void = () => {};
  const first = store.begin(() => new Promise((resolve) => (come = resolve)));
  await store.begin(list(2));
  come({ items: [7], next: null });
  await first;
  expect([store.items, store.busy]).toEqual([[0, 1], false]);
});

test('a list that failed at once begins anew, without what was shown before', async () => {
  const store = new PagedList<number>(2);
  await store.begin(list(4));
  const other = vi.fn().mockRejectedValueOnce(new Refusal('unavailable', ''));
  await store.begin(other);
  expect(store.problem).not.toBe('');
  other.mockResolvedValue({ items: [9], next: null });
  await store.go();
  expect(store.items).toEqual([9]);
  expect(other).toHaveBeenLastCalledWith(null, 2);
});
