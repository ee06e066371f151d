// Own games. How one of one's own tables stands, in two or three words.

import * as m from 'messages:home';
import type { TableInfo, View } from '../protocol';
import { freeSeats, seatNames } from '../game/seats';

/** How a table of one's own stands; `mine` where it waits for oneself. */
export function ownGameWords(
  info: TableInfo | null,
  turn: View['turn'] | null,
  me: number | null,
): { words: string; mine: boolean } {
  if (!info) return { words: '', mine: false };
  if (info.status === 'open') {
    const free = freeSeats(info);
    return { words: free > 0 ? m.waitingForPlayers() : m.starting(), mine: false };
  }
  if (!turn || turn.phase === 'over' || info.status !== 'playing') {
    return { words: m.gameOver(), mine: false };
  }
  if (turn.seat === me) return { words: m.yourTurn(), mine: true };
  return { words: m.turnOf({ name: seatNames(info)[turn.seat] ?? m.opponent() }), mine: false };
}
