// Board rows. The spaces of a board as rows of a grid, for those who listen: as they lie on the screen, from the top, each from
// the left. On a board that is no rectangle a row is what lies at about the same height.

import * as m from 'messages:board';
import type { Layout } from '../protocol';
import type { Placed } from './geometry';

/** Spaces side by side, by their places in the layout. */
export interface Row {
  label: string;
  spaces: readonly number[];
}

/** Spaces are beside each other if their middles are no further apart in height than that, at scale 1. */
const LEVEL = 0.5;

/** The rows of a board that lies as it is drawn. */
export function rowsOf(layout: Layout, placed: readonly Placed[]): Row[] {
  const order = placed
    .map((_, index) => index)
    .sort((a, b) => height(placed, a) - height(placed, b));
  const rows: number[][] = [];
  for (const index of order) {
    const row = rows.at(-1);
    const first = row?.[0];
    const unit = placed[index]?.unit ?? 0;
    const isLevel =
      first !== undefined && height(placed, index) - height(placed, first) <= unit * LEVEL;
    if (row && isLevel) row.push(index);
    else rows.push([index]);
  }
  return rows.map((row, index) => ({
    label:
      labelOf(row.map((space) => layout.spaces[space]?.spoken ?? '')) ?? m.row({ row: index + 1 }),
    spaces: row.sort((a, b) => (placed[a]?.centre[0] ?? 0) - (placed[b]?.centre[0] ?? 0)),
  }));
}

function height(placed: readonly Placed[], index: number): number {
  return placed[index]?.centre[1] ?? 0;
}

/** "Rank 4" or "File b", if that is what all have in common; null if they have neither. */
function labelOf(spoken: readonly string[]): string | null {
  const parts = spoken.map((words) => words.split(' '));
  const [file, rank] = [0, 1].map((part) => new Set(parts.map((words) => words[part])));
  if (parts.length < 2 || parts.some((words) => words.length !== 2)) return null;
  if (rank?.size === 1) return m.rank({ rank: [...rank].join('') });
  if (file?.size === 1) return m.file({ file: [...file].join('') });
  return null;
}
