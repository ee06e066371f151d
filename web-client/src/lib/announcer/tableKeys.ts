// Table keys. What those who listen ask for by a letter, and the answer.

import * as m from 'messages:keys';
import { contentWords, pieceWords, placeWords } from '../board/describe';
import type { Event, GameInfo, Layout, View } from '../protocol';
import type { Audience } from '../text/audience';
import { pieceCountWords, trayWords } from '../text/layout';
import { eventWords } from '../text/speech';

/** What a letter asks for. */
export type TableKey = 'last' | 'score' | 'pieces' | 'help';

/** The letters, the same in every language. */
const LETTERS: Record<string, TableKey> = { l: 'last', s: 'score', p: 'pieces', '?': 'help' };

/** What the answers are taken from. */
export interface Heard {
  layout: Layout;
  view: View;
  /** All that was played up to what is shown. */
  line: readonly Event[];
  score: GameInfo['score'] | null;
  audience: Audience;
}

/** What a key asks for; null if nothing, as in fields and dialogs. */
export function tableKey(event: KeyboardEvent): TableKey | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target as Element | null;
  if (target?.closest?.('input:not([type=checkbox], [type=radio]), textarea, select, dialog')) {
    return null;
  }
  // Where a keyboard writes another script, what counts is where the letter is on one that writes this.
  const isOurs = event.key.charCodeAt(0) < 128;
  const letter = isOurs ? event.key : event.code.replace('Key', '');
  return LETTERS[letter.toLowerCase()] ?? null;
}

/** All that was done in the last turn that anybody took. */
export function lastTurnWords({ layout, line, audience }: Heard): string {
  const acts = line.filter((event) => event.type === 'act');
  const seat = acts.at(-1)?.seat;
  const from = acts.findLastIndex((event) => event.seat !== seat) + 1;
  const told = acts.slice(from).map((event) => eventWords(event, layout, audience));
  return told.join(' ') || m.none();
}

/** Everybody's score. */
export function scoreWords({ view, score, audience: { names, me } }: Heard): string {
  if (!score) return m.noScore();
  const { label } = score;
  const told = view.scores.map((points, seat) =>
    m.score({ who: seat === me ? 'you' : 'other', name: names[seat] ?? '', points, label }),
  );
  return m.scores({ scores: told.join(', ') });
}

/** Where one's own pieces are: those that one owns, or that stand on one's ground where nobody owns any. */
export function ownPieceWords({ layout, view, audience: { names, me } }: Heard): string {
  if (me === null) return m.watching();
  const unnamed = names.map((name, seat) => (seat === me ? '' : name));
  const onBoard = view.spaces.flatMap((contents, index) => {
    const space = layout.spaces[index];
    const stack = contents.stack ?? [];
    const isMine = stack.some(({ owner }) => (owner ?? space?.zone ?? null) === me);
    if (!space || !isMine) return [];
    const [only] = stack;
    const what =
      stack.length === 1 && only
        ? pieceWords(only, layout, unnamed)
        : contentWords(contents, layout, unnamed);
    return [`${placeWords(space)}, ${what}`];
  });
  const aside = layout.trays.flatMap((tray, index) => {
    if (tray.seat !== me) return [];
    return (view.trays[index] ?? []).flatMap((count, at) =>
      count > 0
        ? [m.tray({ tray: trayWords(tray), pieces: pieceCountWords(count, at + 1, layout) })]
        : [],
    );
  });
  const all = [...onBoard, ...aside];
  return all.length > 0 ? m.pieces({ pieces: all.join('; ') }) : m.noPieces();
}

/** The answer to a key. */
export function answerWords(key: Exclude<TableKey, 'help'>, heard: Heard): string {
  return { last: lastTurnWords, score: scoreWords, pieces: ownPieceWords }[key](heard);
}
