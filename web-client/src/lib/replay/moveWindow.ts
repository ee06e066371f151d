// Move window (windowing). Which part of a long game's list of moves is on the page, counted in steps: a turn can have one or a
// hundred of them.

import type { Note } from './notes';
import type { TurnSteps } from './turns';

/** A turn, a part of a long one, or a note. */
export interface Entry {
  /** The number of its first event. */
  n: number;
  turn: TurnSteps | null;
  /** The number of the turn, from 0 on. */
  row: number;
  /** Whether it goes on with the turn before it. */
  continues: boolean;
  /** Whether the turn ends with it. */
  ends: boolean;
  note: Note | null;
}

/** Steps of a turn that stay together. */
const PART = 8;
/** So many steps and notes, and what belongs to the last of them, are a page of the list. */
const PAGE = 32;

/** The parts of each turn: what of a game stays as it was is not drawn anew. */
const known = new WeakMap<TurnSteps, readonly Entry[]>();

/** Turns and notes, as they happened. */
export function entriesOf(turns: readonly TurnSteps[], notes: readonly Note[]): readonly Entry[] {
  const parts = turns.flatMap((turn, row) => {
    let found = known.get(turn);
    if (!found) known.set(turn, (found = partsOf(turn, row)));
    return found;
  });
  if (notes.length === 0) return parts;
  const alone = { turn: null, row: 0, continues: false, ends: true };
  const told = notes.map((note) => ({ ...alone, n: note.n, note }));
  return [...parts, ...told].sort((a, b) => a.n - b.n);
}

function partsOf({ seat, first, steps }: TurnSteps, row: number): readonly Entry[] {
  const starts = Array.from({ length: Math.ceil(steps.length / PART) }, (_, part) => part * PART);
  return starts.map((start) => {
    const before = steps[start - 1]?.to ?? first;
    const turn = { seat, first: before, steps: steps.slice(start, start + PART) };
    const ends = start + PART >= steps.length;
    return { n: steps[start]?.event.n ?? 0, turn, row, continues: start > 0, ends, note: null };
  });
}

/** Where each page begins. A page begins with a row, so that columns stay what they are. */
export function pagesOf(entries: readonly Entry[], columns: number): number[] {
  const starts = [0];
  let weight = 0;
  entries.forEach(({ turn, row }, index) => {
    const beginsRow = columns === 1 || (turn !== null && row % columns === 0);
    if (weight >= PAGE && beginsRow) {
      starts.push(index);
      weight = 0;
    }
    weight += turn?.steps.length ?? 1;
  });
  return starts;
}
