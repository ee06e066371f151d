import { describe, expect, test } from 'vitest';
import { layout } from '../testing/samples';
import { points, reach, turn, turnLayout, within } from './geometry';
import type { Point } from './geometry';

const square: Point[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

describe('turning', () => {
  test('is clockwise as it is seen', () => {
    expect(turn([100, 0], 90)).toEqual([0, 100]);
    expect(turn([0, 100], -90)).toEqual([100, 0]);
    expect(turn([30, 40], -180)).toEqual([-30, -40]);
    expect(turn([3, 4], 0)).toEqual([3, 4]);
  });

  test('a whole layout keeps its shape and finds its new bounds', () => {
    const flat = turnLayout(layout, 0);
    expect(flat.box).toEqual({ x: -18, y: -18, width: 336, height: 140 });
    const upright = turnLayout(layout, 90);
    expect(upright.box).toEqual({ x: -118, y: -18, width: 136, height: 340 });
    expect(upright.spaces[2]?.centre).toEqual([-50, 250]);
    expect(upright.spaces[2]?.unit).toBe(100);
  });
});

test('within a polygon or not', () => {
  expect(within([50, 50], square)).toBe(true);
  expect(within([150, 50], square)).toBe(false);
  expect(within([50, -1], square)).toBe(false);
});

test('how far it is to the edge', () => {
  const placed = { outline: square, centre: [50, 50] as Point, unit: 100 };
  expect(reach(placed, 0)).toBeCloseTo(50);
  expect(reach(placed, -Math.PI * 0.75)).toBeCloseTo(Math.hypot(50, 50));
});

test('points as SVG wants them', () => {
  expect(points(square.slice(0, 2))).toBe('0,0 100,0');
});
