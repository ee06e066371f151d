// Replay stops. Which steps still count after takebacks, and so where one stops.

import type { Event } from '../protocol';

/**
 * Which steps no longer count, by their place in the line: actions that were undone or taken back,
 * and the steps that say so.
 */
export function struck(line: readonly Event[]): ReadonlySet<number> {
  const gone = new Set<number>();
  line.forEach((event, index) => {
    if (event.type !== 'undo' && event.type !== 'takeback') return;
    gone.add(index);
    let count = event.type === 'undo' ? 1 : event.actions;
    for (let at = index - 1; at >= 0 && count > 0; at--) {
      if (gone.has(at) || line[at]?.type !== 'act') continue;
      gone.add(at);
      count--;
    }
  });
  return gone;
}

/** Where one stops when stepping through a game, as numbers of steps, in order: at 0 and after each step that counts. */
export function stops(line: readonly Event[]): number[] {
  const gone = struck(line);
  const found = [0, ...line.flatMap((_, index) => (gone.has(index) ? [] : index + 1))];
  // After something was taken back the game stands there, at its end.
  return gone.has(line.length - 1) ? [...found.slice(0, -1), line.length] : found;
}

/** The stop before and the one after; null where there is none. */
export function around(
  stops: readonly number[],
  ply: number,
): { back: number | null; forward: number | null } {
  return {
    back: stops.findLast((stop) => stop < ply) ?? null,
    forward: stops.find((stop) => stop > ply) ?? null,
  };
}
