// Layouts in words: what stands on buttons, trays and counters of a board. What this page does not know is called as the server
// calls it.

import * as m from 'messages:layout';
import type { CounterInfo, Layout, Token, TrayInfo } from '../protocol';
import { pieceName, placeWords } from '../board/describe';
import { lookUp } from '../language/codes';

type Told = () => string;

const trays: Record<string, Told> = m.trays;
const counters: Record<string, Record<'label' | 'help', Told>> = m.counters;
const tokens: Record<string, Record<'label' | 'spoken', Told>> = m.tokens;

/** What a tray is called. */
export function trayWords({ label }: TrayInfo): string {
  return lookUp(trays, label)?.() ?? label;
}

/** How many pieces of a size lie somewhere: "3 pawns". */
export function pieceCountWords(count: number, size: number, layout: Layout): string {
  return m.pieceCount({ count, piece: pieceName(layout, size) });
}

/** A number that runs towards a limit: what it is called, and what happens there. */
export function counterWords({ label, help }: CounterInfo): { label: string; help: string } {
  const known = lookUp(counters, label);
  return known ? { label: known.label(), help: known.help() } : { label, help };
}

/** What a button or a list calls a token. */
export function tokenLabel(token: Token): string {
  if (token.type === 'space') return token.label;
  return lookUp(tokens, token.label)?.label() ?? token.label;
}

/** A token as it is spoken. */
export function tokenSpoken(token: Token): string {
  if (token.type === 'space') return placeWords(token);
  return lookUp(tokens, token.label)?.spoken() ?? token.spoken;
}
