// Computer texts. How strong computers are, and how they are marked, in words.

import * as m from 'messages:seats';

/** What a level is called, from the first on. */
const NAMES = Object.values<() => string>(m.levels);

/** A level's word; none for one that this page does not know. */
export function levelName(level: number): string {
  return NAMES[level - 1]?.() ?? '';
}

/** A level, to be chosen: "3 · Casual". */
export function levelWords(level: number): string {
  return [level, levelName(level)].filter(Boolean).join(' · ');
}

/** What the mark beside a computer's name says. */
export function markWords(level: number): string {
  return m.mark({ level });
}

/** What computer players are, on the page of one of them. */
export function aboutWords(level: number): string {
  return m.about({ level, levels: NAMES.length, name: levelName(level) || 'none' });
}

/** Against how many computers one plays, and how strong they are. */
export function opponentsWords(count: number, level: number): string {
  return m.opponents({ count, level: levelWords(level) });
}
