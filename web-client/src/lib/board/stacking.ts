// Stack layout. How high the pieces of a stack stand, and which are covered.

import type { Pyramid } from '../protocol';
import { STANDING } from './shape';
import type { MarkPlace } from './shape';

/** At least this much of a piece can be seen below the one that rests on it, at scale 1. */
const BAND = 0.17;
/** How far the tip of a smaller piece stands out over the larger one that it is put on. */
const LIP = 0.07;
/** How high a stack may stand; what would be higher is pressed together. */
const CEILING = 1.15;

/** One piece of a stack as it stands there. */
export interface StackedPiece {
  piece: Pyramid;
  /** How far it is raised, at scale 1. */
  raise: number;
  /** The piece right over it, if that is larger and hides all but its outline. */
  cover: Pyramid | null;
  /** Where its mark can be seen. */
  mark: MarkPlace;
}

/**
 * How the pieces of a stack stand, from the bottom up. A piece larger than all below is high slips
 * over them and stands on the ground; any other rests on top of what is there, as far down as its
 * inside allows.
 */
export function arrange(stack: readonly Pyramid[]): StackedPiece[] {
  let points = 0;
  let raise = 0;
  let tip = 0;
  const stacked: StackedPiece[] = [];
  for (const piece of stack) {
    const height = heightOf(piece);
    let mark: MarkPlace = 'middle';
    if (piece.size > points) {
      if (stacked.length > 0) mark = 'over';
      for (const below of stacked) below.cover ??= piece;
      [points, raise, tip] = [piece.size, 0, height];
    } else {
      const below = stacked.at(-1);
      if (below) below.mark = 'under';
      points += 1;
      raise = Math.max(raise + BAND, tip + LIP - height);
      tip = Math.max(tip, raise + height);
    }
    stacked.push({ piece, raise, cover: null, mark });
  }
  const room = stacked.map((one) => (CEILING - heightOf(one.piece)) / one.raise);
  const press = Math.min(1, ...room);
  return stacked.map((one) => ({ ...one, raise: one.raise * press }));
}

function heightOf({ size }: Pyramid): number {
  return STANDING[size]?.[1] ?? 0;
}
