// Replay stops. Which steps still count after takebacks, and so where one stops.

import type { Event } from '../protocol';

/** What was found for a line, which several parts of a page ask for after every step. */
const known = new WeakMap<readonly Event[], readonly boolean[]>();

/**
 * Whether each step of a line no longer counts: actions that were undone or taken back, and the steps
 * that say so. A line is not changed, but another takes its place.
 */
export function struck(line: readonly Event[]): readonly boolean[] {
  let found = known.get(line);
  if (!found) known.set(line, (found = find(line)));
  return found;
}

function find(line: readonly Event[]): readonly boolean[] {
  const gone = line.map(() => false);
  line.forEach((event, index) => {
    if (event.type !== 'undo' && event.type !== 'takeback') return;
    gone[index] = true;
    let count = event.type === 'undo' ? 1 : event.actions;
    for (let at = index - 1; at >= 0 && count > 0; at--) {
      if (gone[at] || line[at]?.type !== 'act') continue;
      gone[at] = true;
      count--;
    }
  });
  return gone;
}

/** Whether each step is folded: those that no longer count, but for who took a turn back, which is told. */
export function foldable(line: readonly Event[]): readonly boolean[] {
  const gone = struck(line);
  return line.map(({ type }, at) => gone[at] === true && type !== 'takeback');
}

/** Where one stops when stepping through a game, as numbers of steps, in order: at 0 and after each step that counts. */
export function stops(line: readonly Event[]): number[] {
  const gone = struck(line);
  const found = [0];
  for (let count = 1; count <= line.length; count++) {
    if (!gone[count - 1]) found.push(count);
  }
  // After something was taken back the game stands there, at its end.
  if (gone.at(-1)) found[found.length - 1] = line.length;
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
