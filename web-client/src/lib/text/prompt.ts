import type { Ask, Layout, Objection, Turn, View } from '../protocol';
import type { Picker } from '../board/picker.svelte';
import type { Audience } from './audience';
import { actionWords } from './notation';
import { asks, asksOfOthers, labels, objections, turns } from './prompts.en';
import type { Named, Values } from './prompts.en';

/** Move prompt. What to do next, for the player whose turn it is. */
export function promptWords(
  picker: Picker,
  view: View,
  layout: Layout,
  audience: Audience,
): string {
  const { picked, plan } = picker;
  if (picker.held) return labels.confirm(actionWords(picker.held, plan.tokens));
  const ask = view.asks[Math.min(picked.length, view.asks.length - 1)];
  if (!ask) return '';
  const first = plan.tokens.get(picked[0] ?? '');
  const moved = first?.type === 'space' ? view.spaces[first.space]?.stack?.at(-1) : undefined;
  return worded(ask, {
    ...valuesOf(view.turn, layout.pieces, audience),
    picked: picker.size ?? moved?.size ?? null,
  });
}

/** Whose turn it is, and for a roll what it is for. */
export function turnWords(
  { turn, asks: asked }: { turn: Turn; asks?: readonly Ask[] },
  audience: Audience,
): string {
  if (turn.phase === 'over') return '';
  const values = valuesOf(turn, [], audience);
  const ask: Ask = asked?.[0] ?? { ask: turn.phase === 'act' ? 'choose' : 'roll' };
  if (values.who.you) return worded(turn.phase === 'act' ? { ask: 'choose' } : ask, values);
  const told = asksOfOthers[ask.ask] as ((of: Ask, values: Values) => string) | undefined;
  return told?.(ask, values) ?? turns[turn.phase](values.who);
}

/** Why something may not be done. */
export function objectionWords(
  objection: Objection | undefined,
  view: View,
  layout: Layout,
  audience: Audience,
): string {
  if (!objection) return labels.unknown;
  // A key that this page does not know comes from a newer server.
  const known: Record<string, unknown> = objections;
  const told = known[objection.objection] as
    ((of: Objection, values: Values) => string) | undefined;
  return told?.(objection, valuesOf(view.turn, layout.pieces, audience)) ?? labels.unknown;
}

/** What an action brings whoever takes it, and the others: "+3 points", "−2 points, Ben +3"; empty if nothing. */
export function changeWords(change: readonly number[], { names, me, game }: Audience): string {
  const others = change.flatMap((points, seat): [Named, number][] =>
    points === 0 || seat === me ? [] : [[named(seat, { names, me }), points]],
  );
  return labels.change(change[me ?? -1] ?? 0, game?.score?.label ?? '', others);
}

/** What an action brings whoever takes it, as short as can be and whole; null if nothing. */
export function bringsWords(
  change: readonly number[] | null,
  audience: Audience,
): { badge: string; words: string } | null {
  const own = change?.[audience.me ?? -1] ?? 0;
  if (!change || own === 0) return null;
  return {
    badge: changeWords([own], { ...audience, me: 0 }),
    words: changeWords(change, audience),
  };
}

function worded(ask: Ask, values: Values): string {
  const known: Record<string, unknown> = asks;
  const told = known[ask.ask] as ((of: Ask, values: Values) => string) | undefined;
  return told?.(ask, values) ?? asks.choose({ ask: 'choose' }, values);
}

function valuesOf(turn: Turn, pieces: readonly string[], audience: Audience): Values {
  return {
    who: named(turn.phase === 'over' ? -1 : turn.seat, audience),
    seat: (seat) => named(seat, audience),
    piece: (size) => pieces[size - 1] ?? 'piece',
    picked: null,
  };
}

function named(seat: number, { names, me }: Pick<Audience, 'names' | 'me'>): Named {
  return { name: names[seat] ?? 'Somebody', you: seat === me };
}
