import { expect, test } from 'vitest';
import { readPlace, writePlace } from './replayFragment';

test.each([
  ['', undefined, null],
  ['12', undefined, 12],
  ['abc', 'abc', null],
  ['abc/7', 'abc', 7],
])('reads and writes %s', (hash, key, ply) => {
  expect(readPlace(hash)).toEqual({ key, ply });
  expect(writePlace({ key, ply })).toBe(hash);
});
