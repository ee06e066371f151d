import type { Event, Token } from '../protocol';
import { leaveWords } from './reasons';

/** An action as a move list shows it: its tokens' labels, joined. */
export function actionWords(action: string, tokens: ReadonlyMap<string, Token>): string {
  const parts = action.split('-').map((text) => ({ text, token: tokens.get(text) }));
  const steps = parts.filter(({ token }) => token?.type !== 'switch');
  const named = steps.map(({ text, token }) => token?.label ?? text).join('–');
  // A switch's label is a sentence of its own: in a list a sign will do.
  return steps.length < parts.length ? `${named} +` : named;
}

/** One step of a game as a move list shows it. */
export function plyWords(event: Event, tokens: ReadonlyMap<string, Token>): string {
  if (event.type === 'act') return actionWords(event.action, tokens);
  if (event.type === 'roll') return `rolled ${event.dice.join(' and ')}`;
  if (event.type === 'undo') return 'took that back';
  return event.type === 'leave' ? leaveWords(event.reason) : '';
}

/** The tokens of a layout by their text. */
export function tokenMap(tokens: readonly Token[]): Map<string, Token> {
  return new Map(tokens.map((token) => [token.text, token]));
}
