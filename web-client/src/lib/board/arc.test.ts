import { expect, test } from 'vitest';
import { arc } from './arc';

test('an arc begins and ends where it should, and is highest in its middle', () => {
  const way = arc([0, 10], [80, 50], 20);
  expect(way[0]).toEqual([0, 10]);
  expect(way.at(-1)).toEqual([80, 50]);
  expect(way[way.length >> 1]).toEqual([40, 10]);
});

test('it goes ahead evenly, and bends nowhere sharply', () => {
  const way = arc([0, 0], [80, 0], 20);
  const steps = way.slice(1).map(([x, y], index) => {
    const [px = 0, py = 0] = way[index] ?? [];
    return [x - px, y - py] as const;
  });
  expect(new Set(steps.map(([x]) => x))).toEqual(new Set([10]));
  for (const [index, [, rise]] of steps.slice(1).entries())
    expect(rise - (steps[index]?.[1] ?? 0)).toBeCloseTo(2.5);
});
