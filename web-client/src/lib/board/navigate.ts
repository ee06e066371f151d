// Spatial keyboard navigation. Which space an arrow key leads to.

import type { Point } from './geometry';

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const WAYS: Record<Direction, Point> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Going sideways counts more than going far: the next space in line wins over a nearer one beside. */
const SIDEWAYS = 2;

/** Whether a key is one of the four arrows. */
export function isDirection(key: string): key is Direction {
  return key in WAYS;
}

/** The place of the nearest point that lies in a direction on the screen; `from` if there is none. */
export function neighbour(centres: readonly Point[], from: number, direction: Direction): number {
  const start = centres[from];
  if (!start) return from;
  const [wx, wy] = WAYS[direction];
  let best = from;
  let least = Infinity;
  centres.forEach(([x, y], index) => {
    const [dx, dy] = [x - start[0], y - start[1]];
    const along = dx * wx + dy * wy;
    const aside = Math.abs(dx * wy - dy * wx);
    if (along <= 1 || aside > along * 2) return;
    const cost = along + SIDEWAYS * aside;
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}
