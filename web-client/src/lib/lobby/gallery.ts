// Gallery order. Which live games are shown where, for as long as each lasts.

import type { ListedTable } from '../protocol';

/** The games that most people watch first, and of those the newest. */
export function ranked(live: readonly ListedTable[]): ListedTable[] {
  return [...live].sort((a, b) => b.watchers - a.watchers || b.info.created_ms - a.info.created_ms);
}

/**
 * Which games hang where: each keeps its place for as long as it lasts, so that nobody has to look
 * for it, and where one ends the next best takes its place. `kept` are shown a little longer.
 */
export function hang(
  before: readonly string[],
  live: readonly ListedTable[],
  places: number,
  kept: ReadonlySet<string> = new Set(),
): string[] {
  const order = ranked(live).map((table) => table.info.id);
  const going = new Set(order);
  const stays = before.map((id) => going.has(id) || kept.has(id));
  const fresh = order.filter((id) => !before.includes(id));
  const hung = before.flatMap((id, index) => {
    const next = stays[index] ? id : fresh.shift();
    return next === undefined ? [] : [next];
  });
  return [...hung, ...fresh].slice(0, places);
}

/**
 * The game that most people watch; of several the one that is shown already. Whoever sees it counts
 * as one who watches, and so it changes only for one that draws more people.
 */
export function featured(current: string | null, live: readonly ListedTable[]): string | null {
  const [first] = ranked(live);
  if (!first) return null;
  const shown = live.find((table) => table.info.id === current);
  return shown && shown.watchers >= first.watchers ? shown.info.id : first.info.id;
}
