import * as m from 'messages:puzzles';
import type { Puzzle, PuzzleAnswer, PuzzleSummary } from '../protocol';
import { SEAT_COLOURS } from '../game/seats';

// Puzzle words. What to find, what came of an attempt, and how hard a puzzle is.

/** Who is to find what. */
export function taskWords({ seat }: Pick<Puzzle, 'seat'>): string {
  return m.task({ seat: SEAT_COLOURS[seat] ?? m.somebody() });
}

/** What came of an attempt. */
export function attemptWords({ right, counted }: PuzzleAnswer): string {
  if (right) return counted ? m.firstTry() : m.found();
  return m.notThis();
}

/** How much better the solution is than anything else. */
export function gapWords({ best, second }: PuzzleAnswer): string {
  return m.gap({ best, second });
}

/** Whether one has solved a puzzle. */
export function solvedWords({ solved }: PuzzleSummary): string {
  if (solved === null) return '';
  return solved ? m.solved() : m.tried();
}
