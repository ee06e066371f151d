// Lobby filter. Reads it from a page's address and writes it there.

import type { ClockKind, LobbyFilter } from '../protocol';
import { readCommonFilter, writeQuery } from '../game/filterQuery';

const CLOCKS: readonly ClockKind[] = ['none', 'fischer', 'correspondence'];

/** What a page's address asks to see of the lobby; what makes no sense is passed over. */
export function readFilter(search: string): LobbyFilter {
  const query = new URLSearchParams(search);
  const clock = CLOCKS.find((kind) => kind === query.get('clock'));
  return { ...readCommonFilter(query), ...(clock ? { clock } : {}) };
}

/** The reverse: the part of the address from the question mark on; nothing if one wants to see all. */
export function writeFilter({ game, seats, clock, rated }: LobbyFilter): string {
  return writeQuery({ game, seats, clock, rated });
}

/** Whether anything is left out. */
export function isNarrow(filter: LobbyFilter): boolean {
  return writeFilter(filter) !== '';
}
