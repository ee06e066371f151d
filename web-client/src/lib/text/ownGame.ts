// Own games. How one of one's own tables stands, in two or three words.

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
    return { words: free > 0 ? 'Waiting for players' : 'Starting…', mine: false };
  }
  if (!turn || turn.phase === 'over' || info.status !== 'playing') {
    return { words: 'Game over', mine: false };
  }
  if (turn.seat === me) return { words: 'Your turn', mine: true };
  return { words: `${seatNames(info)[turn.seat] ?? 'Opponent'}’s turn`, mine: false };
}
