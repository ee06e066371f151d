import { expect, test } from 'vitest';
import { readReplayFragment, writeReplayFragment } from './replayFragment';

const none = { line: [], shown: 0 };

test.each([
  ['', { key: undefined, ply: null, ...none }],
  ['12', { key: undefined, ply: 12, ...none }],
  ['abc', { key: 'abc', ply: null, ...none }],
  ['abc/7', { key: 'abc', ply: 7, ...none }],
  ['7/b2-c3', { key: undefined, ply: 7, line: ['b2-c3'], shown: 1 }],
  ['0/roll+3+5,b2-c3', { key: undefined, ply: 0, line: ['roll 3 5', 'b2-c3'], shown: 2 }],
  ['abc/7/b2-c3,c3-d4/1', { key: 'abc', ply: 7, line: ['b2-c3', 'c3-d4'], shown: 1 }],
  ['7/b2-c3/0', { key: undefined, ply: 7, line: ['b2-c3'], shown: 0 }],
])('reads and writes %s', (hash, fragment) => {
  expect(readReplayFragment(hash)).toEqual(fragment);
  expect(writeReplayFragment(fragment)).toBe(hash);
});

test.each([
  ['7/roll%203%205', ['roll 3 5'], 1],
  ['7/b2-c3/9', ['b2-c3'], 1],
  ['7/b2-c3/x', ['b2-c3'], 1],
  ['7/%', ['%'], 1],
  ['abc/x/b2-c3', [], 0],
])('makes of %s what can be made of it', (hash, line, shown) => {
  expect(readReplayFragment(hash)).toMatchObject({ line, shown });
});
