// Bound games. Those that are to be played to their end.

import type { TableInfo } from '../protocol';

/** Whether its players are bound to play a game: a later one of a series, or a tournament's. */
export function isBound(info: TableInfo | null | undefined): boolean {
  return info?.tournament !== undefined || (info?.series?.number ?? 1) > 1;
}
