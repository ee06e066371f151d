import type { Pyramid } from '../protocol';

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
