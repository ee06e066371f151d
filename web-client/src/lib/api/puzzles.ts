// Puzzles over REST. All but the one of the day, which the first page shows.

import type { Objection, Puzzle, PuzzleAnswer, PuzzlePage } from '../protocol';
import type { Wanted } from './rest';
import { given, part } from './rest';

/** The puzzles of a game. */
export function puzzles(game: string, page: Wanted): Promise<PuzzlePage> {
  return given((api) => api.GET('/api/v1/puzzles', { params: { query: { game, ...part(page) } } }));
}

/** A puzzle with its board. */
export function puzzle(id: string): Promise<Puzzle> {
  return given((api) => api.GET('/api/v1/puzzles/{id}', { params: { path: { id } } }));
}

/** Why an action, or one that begins so, may not be taken in a puzzle; null if it may. */
export async function explainPuzzle(id: string, action: string): Promise<Objection | null> {
  const params = { path: { id }, query: { action } };
  const found = await given((api) => api.GET('/api/v1/puzzles/{id}/objection', { params }));
  return found.objection;
}

/** Whether an action solves a puzzle, and what does. */
export function attemptPuzzle(id: string, action: string): Promise<PuzzleAnswer> {
  const params = { path: { id } };
  return given((api) => api.POST('/api/v1/puzzles/{id}/attempts', { params, body: { action } }));
}
