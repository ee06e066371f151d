import { expect, test, vi } from 'vitest';
import type { MatchSeat } from '../protocol';
import { RatingChangesStore } from './ratingChanges.svelte';

const after = { rating: 1531, deviation: 60, provisional: false };
const seats: MatchSeat[] = [
  {
    player: { id: 'p0', name: 'Ada' },
    score: 1,
    rank: 1,
    result: 'won',
    rating: { before: null, after },
  },
  { player: { id: 'p1', name: 'Bob' }, score: 0, rank: 2, result: 'lost' },
];

test('what a game changed is fetched once, seat by seat', async () => {
  const fetch = vi.fn(() => Promise.resolve({ seats }));
  const changes = new RatingChangesStore(fetch);
  expect(changes.of('t')).toEqual([]);
  await Promise.all([changes.load('t', 'key'), changes.load('t')]);
  expect(changes.of('t')).toEqual([{ before: null, after }, undefined]);
  expect(fetch.mock.calls).toEqual([['t', 'key']]);
  expect(changes.of('u')).toEqual([]);
});

test('what could not be had is asked for again', async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error('gone'));
  const changes = new RatingChangesStore(fetch);
  await changes.load('t');
  expect(changes.of('t')).toEqual([]);
  fetch.mockResolvedValue({ seats });
  await changes.load('t');
  expect(changes.of('t')).toHaveLength(2);
});
