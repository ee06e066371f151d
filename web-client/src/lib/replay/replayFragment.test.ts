import { expect, test } from 'vitest';
import { readReplayFragment, writeReplayFragment } from './replayFragment';

test.each([
  ['', undefined, null],
  ['12', undefined, 12],
  ['abc', 'abc', null],
  ['abc/7', 'abc', 7],
])('reads and writes %s', (hash, key, ply) => {
  expect(readReplayFragment(hash)).toEqual({ key, ply });
  expect(writeReplayFragment({ key, ply })).toBe(hash);
});
