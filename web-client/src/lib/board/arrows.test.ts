import { expect, test } from 'vitest';
import { layout } from '../testing/samples';
import type { Motion } from '../protocol';
import { arrows, body, head } from './arrows';
import { turnLayout } from './geometry';

const { spaces } = turnLayout(layout, 0);
const shown = (...motions: Motion[]) => arrows([{ seat: 1, motions }], spaces);

test('a way goes from near the middle of its first space to near that of its last', () => {
  const [way] = shown({ type: 'move', piece: { size: 1 }, path: [0, 1, 2] });
  expect(way).toEqual({
    kind: 'way',
    rank: 0,
    seat: 1,
    unit: 100,
    points: [
      [70, 50],
      [150, 50],
      [244, 50],
    ],
  });
});

test('pieces that come are shown where they would stand, and those that go are ringed', () => {
  const piece = { size: 2, owner: 1, points_at: 0 };
  expect(shown({ type: 'lay', piece, space: 1 })).toMatchObject([{ kind: 'piece', piece }]);
  expect(shown({ type: 'enter', piece, tray: 'waiting', space: 2 })).toMatchObject([
    { kind: 'piece', at: { centre: [250, 50] } },
  ]);
  expect(shown({ type: 'exit', piece, tray: 'out', space: 2 })).toMatchObject([
    { kind: 'ring', at: [250, 50] },
  ]);
});

test('what meets at the end of a way adds nothing, and places that there are not are passed over', () => {
  expect(shown({ type: 'capture', piece: { size: 1 }, space: 1 })).toEqual([]);
  expect(shown({ type: 'move', piece: { size: 1 }, path: [0, 9] })).toEqual([]);
  expect(shown({ type: 'lay', piece: { size: 1 }, space: 9 })).toEqual([]);
});

test('later suggestions have a higher rank', () => {
  const motions: Motion[] = [{ type: 'move', piece: { size: 1 }, path: [0, 1] }];
  const both = arrows(
    [
      { seat: 0, motions },
      { seat: 1, motions },
    ],
    spaces,
  );
  expect(both.map(({ rank, seat }) => [rank, seat])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('the body ends within the head', () => {
  const way: [number, number][] = [
    [0, 0],
    [0, 50],
    [100, 50],
  ];
  const [, , end] = body(way, 100);
  const [tip, wing] = head(way, 100);
  expect(end?.[0]).toBeLessThan(tip?.[0] ?? 0);
  expect(end?.[0]).toBeGreaterThan(wing?.[0] ?? 100);
  expect(body([[7, 7]], 100)).toEqual([[7, 7]]);
});

test('the head points where the way goes', () => {
  const [tip, one, other] = head(
    [
      [0, 0],
      [100, 0],
    ],
    100,
  );
  expect(tip).toEqual([100, 0]);
  expect(one?.[0]).toBeLessThan(90);
  expect(one?.[1]).toBeCloseTo(-(other?.[1] ?? 0));
  expect(head([[0, 0]], 100)).toEqual([]);
});
