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

/** What stands on the pages of the puzzles. */
export const puzzles = {
  nameFirst: 'Choose a name',
  nameWhy: 'and your first tries count for a rating.',
  tried: 'You have tried this one before: your rating stays.',
  fetching: 'Loading the puzzles…',
  none: 'No puzzles for this game yet.',
};

/** Whether one has solved a puzzle. */
export function solvedWords({ solved }: PuzzleSummary): string {
  if (solved === null) return '';
  return solved ? 'solved' : 'tried';
}
