import { language } from 'messages:language';
import * as m from 'messages:prompts';
import { noPiece, thatPiece, thePiece } from 'messages:layout';
import type { Ask, Layout, Objection, Turn, View } from '../protocol';
import { pieceName } from '../board/describe';
import type { Picker } from '../board/picker.svelte';
import type { Audience } from './audience';
import { scoreOf } from './gameInfo';
import { actionWords } from './notation';

/** What the sentences for asks and objections may tell. */
interface Values {
  /** Who is to act or to roll. */
  who: string;
  /** Somebody else the sentence is about, and `you` if that is whoever reads it. */
  owner: 'you' | 'other';
  name: string;
  /** A piece: by its name alone, or in the form that a sentence needs. */
  piece: string;
  thatPiece: string;
  noPiece: string;
  largest: string;
  size: number;
  /** The dice left: which, and how many; and a single one. */
  dice: string;
  left: number;
  die: number;
  high: number;
  low: number;
}

type Told = (values: Values) => string;

const asks: Record<Ask['ask'], Told> = m.asks;
/** The same for everybody else; what is missing is "Ben to move" or "Ben to roll". */
const asksOfOthers: Partial<Record<Ask['ask'], Told>> = m.asksOfOthers;
const objections: Record<Objection['objection'], Told> = m.objections;

const either = new Intl.ListFormat(language, { type: 'disjunction' });

/** Move prompt. What to do next, for the player whose turn it is. */
export function promptWords(
  picker: Picker,
  view: View,
  layout: Layout,
  audience: Audience,
): string {
  const { picked, plan } = picker;
  if (picker.held) return m.confirm({ action: actionWords(picker.held, plan.tokens) });
  const ask = view.asks[Math.min(picked.length, view.asks.length - 1)];
  if (!ask) return '';
  const first = plan.tokens.get(picked[0] ?? '');
  const moved = first?.type === 'space' ? view.spaces[first.space]?.stack?.at(-1) : undefined;
  const size = picker.size ?? moved?.size;
  const piece = size === undefined ? 'none' : thePiece({ piece: pieceName(layout, size) });
  return askWords(ask, { ...valuesOf(ask, view.turn, audience), piece });
}

/** Whose turn it is, and for a roll what it is for. */
export function turnWords(
  { turn, asks: asked }: { turn: Turn; asks?: readonly Ask[] },
  audience: Audience,
): string {
  if (turn.phase === 'over') return '';
  const ask: Ask = asked?.[0] ?? { ask: turn.phase === 'act' ? 'choose' : 'roll' };
  const values = valuesOf(ask, turn, audience);
  if (turn.seat === audience.me) {
    return turn.phase === 'act' ? asks.choose(values) : askWords(ask, values);
  }
  return (asksOfOthers[ask.ask] ?? m.turns[turn.phase])(values);
}

/** Why something may not be done. */
export function objectionWords(
  objection: Objection | undefined,
  view: View,
  layout: Layout,
  audience: Audience,
): string {
  if (!objection) return m.unknown();
  // A key that this page does not know comes from a newer server.
  const told: Told | undefined = objections[objection.objection];
  const size = 'next' in objection ? objection.next : 'size' in objection ? objection.size : 0;
  const piece = pieceName(layout, size);
  const values = {
    ...valuesOf(objection, view.turn, audience),
    size,
    piece,
    thatPiece: thatPiece({ piece }),
    noPiece: noPiece({ piece }),
    largest: pieceName(layout, layout.pieces.length),
  };
  return told?.(values) ?? m.unknown();
}

/** What an action brings whoever takes it, and the others: "+3 points", "−2 points, Ben +3"; empty if nothing. */
export function changeWords(change: readonly number[], { names, me, game }: Audience): string {
  const own = change[me ?? -1] ?? 0;
  const label = scoreOf(game)?.label ?? '';
  const others = change.flatMap((points, seat) =>
    points === 0 || seat === me
      ? []
      : [m.othersChange({ name: names[seat] ?? m.somebody(), change: signed(points) })],
  );
  return [...(own === 0 ? [] : [m.change({ change: signed(own), label })]), ...others].join(', ');
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

function askWords(ask: Ask, values: Values): string {
  const told: Told | undefined = asks[ask.ask];
  return (told ?? asks.choose)(values);
}

function valuesOf(about: Ask | Objection, turn: Turn, { names, me }: Audience): Values {
  const called = (seat: number): string => names[seat] ?? m.somebody();
  // A roll that was won is told with the name of who lost it.
  const won = 'high' in about ? about : undefined;
  const owner = won ? 1 - won.seat : 'seat' in about ? about.seat : -1;
  const dice = 'dice' in about ? about.dice : [];
  return {
    who: called(won ? won.seat : turn.phase === 'over' ? -1 : turn.seat),
    owner: owner === me ? 'you' : 'other',
    name: called(owner),
    piece: 'none',
    thatPiece: '',
    noPiece: '',
    largest: '',
    size: 0,
    dice: either.format([...new Set(dice)].map(String)),
    left: dice.length,
    die: 'die' in about ? about.die : 0,
    high: won?.high ?? 0,
    low: won?.low ?? 0,
  };
}

function signed(points: number): string {
  return points < 0 ? m.lost({ points: -points }) : m.gained({ points });
}
