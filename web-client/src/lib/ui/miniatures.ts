// Miniatures. What the little picture of each game shows: a corner of its board, and what is typical of it there.

import type { Marker, Pyramid } from '../protocol';

/** A few spaces of a board, row by row from the top left, and what is on them; all in a picture 96 wide and 72 high. */
export interface Miniature {
  columns: number;
  rows: number;
  /** How wide a space is, and how high if it is no square. */
  unit: number;
  tall?: number;
  /** Where the first space begins; what is left of it and over it is rim. */
  left: number;
  top: number;
  /** The scale of the pieces, where it is not that of the spaces. */
  scale?: number;
  /** Whose ground a space is, by its number. */
  zones?: Record<number, number>;
  stacks: Record<number, Pyramid[]>;
  markers?: Record<number, Marker>;
  /** The spaces where a mound stands in the way. */
  mounds?: number[];
  /** The canals between columns and rows: how many of those are before them. */
  canals?: { columns: number; rows: number };
  /** The space that is mud, where everything goes down. */
  mud?: number;
  dice?: { face: number; x: number; y: number; width: number; turned: number }[];
}

/** A stack of a seat's pieces, from the bottom up. */
function stack(owner: number | null, ...sizes: number[]): Pyramid[] {
  return sizes.map((size) => (owner === null ? { size } : { size, owner }));
}

/** A piece that lies, and points at a space. */
function lying(owner: number, size: number, at: number): Pyramid[] {
  return [{ size, owner, points_at: at }];
}

/** By the names of the games. */
export const MINIATURES: Readonly<Record<string, Miniature>> = {
  // The corners of four grounds, with canals between them.
  'martian-chess': {
    columns: 4,
    rows: 3,
    unit: 26,
    left: 6,
    top: -10,
    scale: 28,
    zones: { 0: 1, 1: 1, 2: 2, 3: 2, 4: 0, 5: 0, 6: 3, 7: 3, 8: 0, 9: 0, 10: 3, 11: 3 },
    stacks: {
      4: stack(null, 2),
      5: stack(null, 1),
      6: stack(null, 3),
      8: stack(null, 3),
      9: stack(null, 2),
    },
    canals: { columns: 2, rows: 1 },
  },
  // Everything points at the root.
  'martian-go': {
    columns: 5,
    rows: 3,
    unit: 27,
    left: -19.5,
    top: -4.5,
    stacks: {
      1: lying(1, 1, 2),
      2: lying(0, 2, 7),
      6: lying(1, 3, 7),
      8: lying(0, 3, 7),
      12: lying(1, 2, 7),
      13: lying(0, 1, 8),
    },
    markers: { 7: 'root' },
  },
  // A branch grows from the root, past a hole; there are twigs on it, and thorns.
  'branches-twigs-thorns': {
    columns: 4,
    rows: 3,
    unit: 24,
    left: 0,
    top: 0,
    stacks: {
      1: lying(2, 1, 5),
      3: lying(0, 2, 7),
      5: lying(2, 3, 4),
      6: lying(2, 3, 5),
      7: lying(2, 2, 6),
      10: lying(0, 2, 6),
      11: lying(0, 1, 10),
    },
    markers: { 4: 'root', 9: 'null' },
  },
  'martian-mud-wrestling': {
    columns: 3,
    rows: 3,
    unit: 44,
    left: -17,
    top: -19,
    scale: 58,
    stacks: { 4: [...stack(0, 3), ...stack(1, 2), ...stack(0, 1)] },
    mud: 4,
  },
  // The whole lane, with home rows at both ends.
  'martian-frisby': {
    columns: 8,
    rows: 2,
    unit: 11,
    tall: 26,
    left: 4,
    top: 5,
    scale: 20,
    stacks: {
      0: stack(0, 1, 2, 3),
      5: stack(0, 2),
      7: stack(1, 1, 2, 3),
      8: stack(0, 1),
      11: stack(1, 3),
      15: stack(1, 1, 2),
    },
    dice: [{ face: 4, x: 54, y: 46, width: 22, turned: -9 }],
  },
  // Both lines of the hallway, and the mounds between them.
  'martian-backgammon': {
    columns: 4,
    rows: 4,
    unit: 24,
    left: 0,
    top: -21,
    scale: 20,
    zones: { 8: 1 },
    stacks: {
      4: stack(0, 3, 2),
      5: stack(1, 3, 2, 1),
      6: stack(0, 3, 2, 1),
      7: stack(1, 3),
      12: stack(1, 3, 2, 1),
      13: stack(0, 3, 2, 1),
    },
    mounds: [9, 10, 11],
    dice: [
      { face: 5, x: 51, y: 51, width: 18, turned: -10 },
      { face: 3, x: 73, y: 48, width: 18, turned: 9 },
    ],
  },
};

/** A game of which nothing is known but whether dice are rolled. */
export function plainMiniature(dice: boolean): Miniature {
  return {
    columns: 3,
    rows: 2,
    unit: 32,
    left: 0,
    top: 0,
    scale: 36,
    stacks: { 3: stack(1, 2), 4: stack(0, 3), ...(dice ? {} : { 5: stack(2, 1) }) },
    dice: dice ? [{ face: 5, x: 70, y: 42, width: 20, turned: 8 }] : [],
  };
}
