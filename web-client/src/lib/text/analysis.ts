// Analysis in words. What a position was worth, what was done in it, and what would have been better.

import * as m from 'messages:analysis';
import type { AnalysedPosition, Token } from '../protocol';
import { actionWords } from './notation';

/** A move that gave away less than this is as good as the best: no search sees finer. */
const TELLING = 0.02;

/** A part of the victory, as people say it: "43 %". */
export function percent(part: number): string {
  return m.percent({ part: Math.round(part * 100) });
}

/** What a position is worth to each seat: "Ada 43 %, Bob 57 %". */
export function valueWords(values: readonly number[], names: readonly string[]): string {
  return values
    .map((value, seat) => {
      const name = names[seat] ?? m.seat({ number: seat + 1 });
      return m.worth({ name, part: percent(value) });
    })
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
  const name = names[position.seat] ?? m.somebody();
  const action = actionWords(position.action, tokens);
  if (best === position.action) return m.best({ name, action });
  if (position.loss < TELLING || best === undefined) return m.asGood({ name, action });
  return m.better({
    name,
    action,
    best: actionWords(best, tokens),
    worth: percent(position.values[position.seat] ?? 0),
    value: percent(position.value),
  });
}
