// Arcs. The way of what is thrown: straight ahead, and up and down again meanwhile.

import type { Point } from './geometry';

/** So many straight pieces look round. */
const PARTS = 8;

/** Places on the arc from one place to another, whose middle is so far above the straight way; the first is where it begins. */
export function arc([fromX, fromY]: Point, [toX, toY]: Point, height: number): Point[] {
  return Array.from({ length: PARTS + 1 }, (_, index): Point => {
    const share = index / PARTS;
    const up = 4 * height * share * (1 - share);
    return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share - up];
  });
}
