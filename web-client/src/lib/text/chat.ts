// Chat texts. Phrases, and lines as they are shown and told.

import * as m from 'messages:chat';
import { calledName } from '../game/computers';
import type { ChatLine, Phrase, Room, Words } from '../protocol';

/** What fits while a game is waited for or played, afterwards, and for those who watch. */
const FITTING: Record<'playing' | 'over' | 'watching', readonly Phrase[]> = {
  playing: ['hello', 'good_luck', 'well_played', 'oh', 'thanks', 'sorry', 'one_moment', 'back'],
  over: ['good_game', 'well_played', 'thanks', 'sorry', 'goodbye'],
  watching: ['hello', 'well_played', 'oh', 'thanks', 'goodbye'],
};

/** How many characters are left before one is told of it. */
const NEAR = 40;

/** The phrases that are offered, each with its words. */
export function phrasesFor(room: Room, isOver: boolean): [phrase: Phrase, words: string][] {
  const fitting = FITTING[room === 'watchers' ? 'watching' : isOver ? 'over' : 'playing'];
  return fitting.map((phrase) => [phrase, m.phrase[phrase]()]);
}

/** What was said, as text; of a phrase that this page does not know yet, only that there was one. */
export function wordsOf(words: Words): string {
  if (words.type === 'text') return words.text;
  return m.phrase[words.phrase]?.() ?? '…';
}

/** What was said, for those who listen. */
export function saidWords({ player, words }: ChatLine, room: Room): string {
  const said = { name: calledName(player), words: wordsOf(words) };
  return room === 'watchers' ? m.watcherSays(said) : m.says(said);
}

/** How many characters a text has, as people count them and the server does. */
export function lengthOf(text: string): number {
  return [...text.trim()].length;
}

/** How much room is left, once it becomes scarce. */
export function roomWords(text: string, most: number): string {
  const left = most - lengthOf(text);
  if (left > NEAR) return '';
  return left < 0 ? m.tooMany({ count: -left }) : m.left({ count: left });
}

/** Several lines of somebody who is muted. */
export function hiddenWords(name: string, count: number): string {
  return m.muted({ name, count });
}

/** What is shown of a room: lines, and where somebody is muted how many are not. */
export type Shown = { line: ChatLine } | { hidden: readonly ChatLine[] };

/** Puts the lines of the muted aside, those of one who said several together; some are shown all the same. */
export function arrange(
  lines: readonly ChatLine[],
  isMuted: (line: ChatLine) => boolean,
): readonly Shown[] {
  return lines.reduce<Shown[]>((shown, line) => {
    if (!isMuted(line)) return [...shown, { line }];
    const last = shown.at(-1);
    const together =
      last && 'hidden' in last && last.hidden[0]?.player.id === line.player.id ? last.hidden : [];
    const before = together.length > 0 ? shown.slice(0, -1) : shown;
    return [...before, { hidden: [...together, line] }];
  }, []);
}
