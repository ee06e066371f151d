// Own games. How one of one's own tables stands, in two or three words.

import * as m from 'messages:glance';
import type { TableInfo, View } from '../protocol';
import { freeSeats, seatNames } from '../game/seats';

/** How a table of one's own stands; `mine` where it waits for oneself, which one that is paused does not. */
export function ownGameWords(
  info: TableInfo | null,
  turn: View['turn'] | null,
  me: number | null,
  isPaused: boolean,
): { words: string; mine: boolean } {
  if (!info) return { words: '', mine: false };
  if (info.status === 'open') {
    const free = freeSeats(info);
    return { words: free > 0 ? m.waiting() : m.starting(), mine: false };
  }
  if (!turn || turn.phase === 'over' || info.status !== 'playing') {
    return { words: m.over(), mine: false };
  }
  if (isPaused) return { words: m.paused(), mine: false };
  if (turn.seat === me) return { words: m.yourTurn(), mine: true };
  const name = seatNames(info)[turn.seat];
  return { words: name === undefined ? m.opponentsTurn() : m.theirTurn({ name }), mine: false };
}
