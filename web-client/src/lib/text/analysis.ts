// Analysis in words. What a position was worth, what was done in it, and what would have been better.

import type { AnalysedPosition, Token } from '../protocol';
import { actionWords } from './notation';

/** A move that gave away less than this is as good as the best: no search sees finer. */
const TELLING = 0.02;

/** A part of the victory, as people say it: "43 %". */
export function percent(part: number): string {
  return `${Math.round(part * 100)}\u00a0%`;
}

/** What a position is worth to each seat: "Ada 43 %, Bob 57 %". */
export function valueWords(values: readonly number[], names: readonly string[]): string {
  return values
    .map((value, seat) => `${names[seat] ?? `Seat ${seat + 1}`} ${percent(value)}`)
    .join(', ');
}

/** What a position is worth, and what was done in it. */
export function positionWords(
  position: AnalysedPosition,
  names: readonly string[],
  tokens: ReadonlyMap<string, Token>,
): string {
  return `${valueWords(position.values, names)}. ${choiceWords(position, names, tokens)}`;
}

/** What was done in a position, and what would have been better: "Ada: a1 b1. Better: a1 c1 (61 %)." */
export function choiceWords(
  position: AnalysedPosition,
  names: readonly string[],
  tokens: ReadonlyMap<string, Token>,
): string {
  const best = position.line[0]?.action;
  const done = `${names[position.seat] ?? 'Somebody'}: ${actionWords(position.action, tokens)}.`;
  if (best === position.action) return `${done} The best move.`;
  if (position.loss < TELLING || best === undefined) return `${done} As good as any.`;
  const worth = position.values[position.seat] ?? 0;
  return `${done} Better: ${actionWords(best, tokens)} (${percent(worth)} instead of ${percent(position.value)}).`;
}
