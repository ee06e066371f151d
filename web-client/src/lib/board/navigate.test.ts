import { expect, test } from 'vitest';
import type { Point } from './geometry';
import { isDirection, neighbour } from './navigate';

const grid: Point[] = [0, 1, 2].flatMap((row) =>
  [0, 1, 2].map((column): Point => [column * 100, row * 100]),
);

test('the nearest space in the direction of the arrow', () => {
  expect(neighbour(grid, 4, 'ArrowUp')).toBe(1);
  expect(neighbour(grid, 4, 'ArrowDown')).toBe(7);
  expect(neighbour(grid, 4, 'ArrowLeft')).toBe(3);
  expect(neighbour(grid, 4, 'ArrowRight')).toBe(5);
});

test('stays where it is at the edge', () => {
  expect(neighbour(grid, 0, 'ArrowUp')).toBe(0);
  expect(neighbour(grid, 8, 'ArrowRight')).toBe(8);
});

test('goes across gaps and slants', () => {
  const slanted: Point[] = [
    [0, 0],
    [90, 40],
    [200, 0],
  ];
  expect(neighbour(slanted, 0, 'ArrowRight')).toBe(1);
  const gap: Point[] = [
    [0, 0],
    [0, 500],
    [300, 60],
  ];
  expect(neighbour(gap, 0, 'ArrowDown')).toBe(1);
});

test('knows the arrows', () => {
  expect(isDirection('ArrowLeft')).toBe(true);
  expect(isDirection('Enter')).toBe(false);
});
