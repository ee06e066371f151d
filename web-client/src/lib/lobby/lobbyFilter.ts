// Lobby filter. Reads it from a page's address and writes it there.

import type { ClockKind, LobbyFilter } from '../protocol';

const CLOCKS: readonly ClockKind[] = ['none', 'fischer', 'correspondence'];

/** What a page's address asks to see of the lobby; what makes no sense is passed over. */
export function readFilter(search: string): LobbyFilter {
  const query = new URLSearchParams(search);
  const game = query.get('game');
  const seats = query.get('seats') ?? '';
  const clock = CLOCKS.find((kind) => kind === query.get('clock'));
  const rated = query.get('rated') ?? '';
  return {
    ...(game ? { game } : {}),
    ...(/^[1-9]$/.test(seats) ? { seats: Number(seats) } : {}),
    ...(clock ? { clock } : {}),
    ...(/^(true|false)$/.test(rated) ? { rated: rated === 'true' } : {}),
  };
}

/** The reverse: the part of the address from the question mark on; nothing if one wants to see all. */
export function writeFilter({ game, seats, clock, rated }: LobbyFilter): string {
  const query = new URLSearchParams();
  if (game !== undefined) query.set('game', game);
  if (seats !== undefined) query.set('seats', String(seats));
  if (clock !== undefined) query.set('clock', clock);
  if (rated !== undefined) query.set('rated', String(rated));
  return query.size > 0 ? `?${query}` : '';
}

/** Whether anything is left out. */
export function isNarrow(filter: LobbyFilter): boolean {
  return writeFilter(filter) !== '';
}
