// New game addresses. With whom one wants to play, and what, as the address of that page tells it.

import type { LobbyFilter } from '../protocol';
import { writeFilter } from './lobbyFilter';

/** With whom a game can be set up. */
export type Opponent = (typeof OPPONENTS)[number];

/** The ways to set a game up, in the order in which they are offered. */
export const OPPONENTS = ['anyone', 'friend', 'computer', 'device'] as const;

/** With whom, as an address tells it; with anyone where it tells nothing, or nothing that makes sense. */
export function readOpponent(search: string): Opponent {
  const asked = new URLSearchParams(search).get('with');
  return OPPONENTS.find((one) => one === asked) ?? 'anyone';
}

/** The path of the page on which such a game is set up. */
export function newGamePath(opponent: Opponent, wish: LobbyFilter): string {
  const query = new URLSearchParams(writeFilter(wish));
  if (opponent !== 'anyone') query.set('with', opponent);
  return `./new${query.size > 0 ? `?${query}` : ''}`;
}
