import type { Puzzle, PuzzleAnswer, PuzzleSummary } from '../protocol';
import { SEAT_COLOURS } from '../game/seats';

// Puzzle words. What to find, what came of an attempt, and how hard a puzzle is.

/** Who is to find what. */
export function taskWords({ seat }: Pick<Puzzle, 'seat'>): string {
  return `${SEAT_COLOURS[seat] ?? 'Somebody'} to move: find the best move.`;
}

/** What came of an attempt. */
export function attemptWords({ right, counted }: PuzzleAnswer): string {
  if (right) return counted ? 'Solved at the first try!' : 'That’s it. Well found!';
  return 'Not this one: there is something better. Try again.';
}

/** How much better the solution is than anything else. */
export function gapWords({ best, second }: PuzzleAnswer): string {
  return `Chance to win: ${best} % after it, ${second} % at most after anything else.`;
}

/** Whether one has solved a puzzle. */
export function solvedWords({ solved }: PuzzleSummary): string {
  if (solved === null) return '';
  return solved ? 'solved' : 'tried';
}
