// Replay stops. Which steps still count after takebacks, and so where one stops.

import type { Event } from '../protocol';

/** What was found for a line, which several parts of a page ask for after every step. */
const known = new WeakMap<readonly Event[], ReadonlySet<number>>();

/**
 * Which steps no longer count, by their place in the line: actions that were undone or taken back,
 * and the steps that say so. A line is not changed, but another takes its place.
 */
export function struck(line: readonly Event[]): ReadonlySet<number> {
  let found = known.get(line);
  if (!found) known.set(line, (found = find(line)));
  return found;
}

function find(line: readonly Event[]): ReadonlySet<number> {
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

/** Which steps are folded: those that no longer count, but for who took a turn back, which is told. */
export function foldable(line: readonly Event[]): ReadonlySet<number> {
  return new Set([...struck(line)].filter((at) => line[at]?.type !== 'takeback'));
}

/** Where one stops when stepping through a game, as numbers of steps, in order: at 0 and after each step that counts. */
export function stops(line: readonly Event[]): number[] {
  const gone = struck(line);
  const found = [0];
  for (let count = 1; count <= line.length; count++) {
    if (!gone.has(count - 1)) found.push(count);
  }
  // After something was taken back the game stands there, at its end.
  if (gone.has(line.length - 1)) found[found.length - 1] = line.length;
  return found;
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
