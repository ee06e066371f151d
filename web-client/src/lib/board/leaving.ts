import type { Pyramid } from '../protocol';
import type { Placed } from './geometry';
import type { Fader } from './motion';
import { GROUND } from './shape';

/** A piece that leaves the board for somebody's card. */
export interface Leaving {
  piece: Pyramid;
  /** Whose card. */
  seat: number;
  /** Where in the window the middle of its foot is, in pixels. */
  x: number;
  y: number;
  /** How large a space is there, in pixels. */
  unit: number;
  /** How long from now it leaves. */
  afterMs: number;
}

/** What leaves the board from a space of that picture; nothing where it goes to nobody. */
export function leavingFrom(
  svg: SVGSVGElement | undefined,
  placed: Placed | undefined,
  { piece, seat }: Fader,
  afterMs: number,
): Leaving | null {
  const matrix = svg?.getScreenCTM();
  if (!placed || !matrix || seat === undefined) return null;
  const [cx, cy] = placed.centre;
  const { x, y } = new DOMPoint(cx, cy + placed.unit * GROUND).matrixTransform(matrix);
  return { piece, seat, x, y, unit: placed.unit * matrix.a, afterMs };
}
