import { expect, test } from 'vitest';
import type { Space } from '../protocol';
import { slab } from './slab';
import { turn } from './geometry';
import type { Placed } from './geometry';

/** Two files and four ranks, half of them each seat's, but for those that are left out. */
function board(degrees = 0, without: readonly string[] = []): [Space[], Placed[]] {
  const spaces = ['a', 'b'].flatMap((file, column) =>
    [1, 2, 3, 4].flatMap((rank): Space[] => {
      const [x, y] = [column * 100, -rank * 100];
      const name = `${file}${rank}`;
      if (without.includes(name)) return [];
      const outline: Space['outline'] = [
        [x, y],
        [x + 100, y],
        [x + 100, y + 100],
        [x, y + 100],
      ];
      const centre: Space['centre'] = [x + 50, y + 50];
      return [
        { name, spoken: name, outline, centre, unit: 100, shade: 'light', zone: rank < 3 ? 0 : 1 },
      ];
    }),
  );
  const placed = spaces.map(({ outline, centre, unit }) => ({
    outline: outline.map((point) => turn(point, degrees)),
    centre: turn(centre, degrees),
    unit,
  }));
  return [spaces, placed];
}

test('the edge runs once around all spaces, and each seat has its side of it', () => {
  const { edge, sides } = slab(...board());
  expect(edge).toHaveLength(12);
  expect(sides.map(({ seat, edge }) => [seat, edge.length])).toEqual([
    [0, 7],
    [1, 7],
  ]);
  expect(sides.map(({ middle }) => middle)).toEqual([
    [100, -100],
    [100, -300],
  ]);
  // Beyond the spaces, on the rim.
  expect(sides[0]?.sign).toEqual([100, 8.25]);
  expect(sides[1]?.sign).toEqual([100, -408.25]);
});

test('files and ranks are named along the edge, from whichever side one looks', () => {
  const told = (degrees: number): string[] => slab(...board(degrees)).names.map(({ text }) => text);
  expect(told(0)).toEqual(['a', 'b', '1', '2', '3', '4']);
  expect(told(180).sort()).toEqual(['1', '2', '3', '4', 'a', 'b']);
  expect(told(90)).toEqual(['1', '2', '3', '4', 'a', 'b']);
});

test('a board that has no files and ranks names nothing along its edge', () => {
  expect(slab(...board(0, ['b4'])).names).toEqual([]);
  expect(slab(...board(30)).names).toEqual([]);
});
