// Notation. The steps of a game as a move list shows and tells them.

import * as m from 'messages:speech';
import type { Event, Motion, Token } from '../protocol';
import { tokenLabel } from './layout';
import { leaveWords, listed } from './reasons';

/** A bit of a step as a move list shows it: a text, a piece of some size, or a die. */
export type Part = { text: string; quiet?: boolean } | { piece: number } | { die: number };

type Meeting = Extract<Motion['type'], 'capture' | 'hit' | 'merge' | 'sink'>;

/** What is written where pieces meet: between the places, or behind them. */
const SIGNS: Record<Meeting, { between?: string; behind?: string; word: () => string }> = {
  capture: { between: '×', word: m.meetings.capture },
  hit: { between: '×', word: m.meetings.hit },
  merge: { between: '+', word: m.meetings.merge },
  sink: { behind: '↓', word: m.meetings.sink },
};

/** What a step is called that is no action. */
const steps: Partial<Record<Event['type'], () => string>> = m.steps;

/** One step of a game as a move list shows it. */
export function plyParts(event: Event, tokens: ReadonlyMap<string, Token>): Part[] {
  if (event.type === 'roll') return event.dice.map((die) => ({ die }));
  if (event.type === 'act') return actionParts(event, tokens);
  return [{ text: event.type === 'undo' ? '↶' : plyWords(event, tokens) }];
}

/** The same in words. */
export function plyWords(event: Event, tokens: ReadonlyMap<string, Token>): string {
  if (event.type === 'roll') return m.rolled({ dice: listed(event.dice.map(String)) });
  if (event.type === 'leave') return leaveWords(event.reason);
  if (event.type !== 'act') return steps[event.type]?.() ?? '';
  return [actionWords(event.action, tokens), ...signs(event).map((sign) => sign.word())].join(', ');
}

/** An action in words: its tokens' labels. */
export function actionWords(action: string, tokens: ReadonlyMap<string, Token>): string {
  return action
    .split('-')
    .map((text) => labelOf(tokens.get(text), text))
    .join(' ');
}

function labelOf(token: Token | undefined, text: string): string {
  return token ? tokenLabel(token) : text;
}

/** Whether pieces met. */
export function isMeeting(event: Event): boolean {
  return signs(event).length > 0;
}

/** An action as a move list shows it; with what it brought about, where that is known. */
export function actionParts(
  event: { action: string; motions?: readonly Motion[] },
  tokens: ReadonlyMap<string, Token>,
): Part[] {
  const known = event.action.split('-').map((text) => ({ text, token: tokens.get(text) }));
  const steps = known.filter(({ token }) => token?.type !== 'switch');
  const parts: Part[] = steps.map(({ text, token }) => {
    if (token?.type === 'piece') return { piece: token.size };
    // What a button says is a sentence: with a place before or behind it, its short name will do.
    if (steps.length > 1) return { text: token?.type === 'space' ? token.label : text };
    return { text: labelOf(token, text), quiet: true };
  });
  const last = parts.pop();
  const goes = steps.length === 2 && steps.every(({ token }) => token?.type !== 'button');
  const between = signs(event).find((sign) => sign.between)?.between ?? (goes ? '–' : ' ');
  const behind = signs(event).find((sign) => sign.behind)?.behind;
  return [
    ...parts.flatMap((part, index) => (index > 0 ? [{ text: ' ' }, part] : [part])),
    ...(parts.length > 0 ? [{ text: between }] : []),
    ...(last ? [last] : []),
    ...(behind ? [{ text: ` ${behind}` }] : []),
    // A switch's label is a sentence too: a sign will do.
    ...(steps.length < known.length ? [{ text: ' +' }] : []),
  ];
}

function signs(event: { motions?: readonly Motion[] }): (typeof SIGNS)[Meeting][] {
  const known: Partial<Record<Motion['type'], (typeof SIGNS)[Meeting]>> = SIGNS;
  return (event.motions ?? []).flatMap((motion) => known[motion.type] ?? []);
}

/** The tokens of a layout by their text. */
export function tokenMap(tokens: readonly Token[]): Map<string, Token> {
  return new Map(tokens.map((token) => [token.text, token]));
}
