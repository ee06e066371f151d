// Rule anchors. From what is asked for or refused to the section of the game's rules that says so.

import type { Subject } from './rulesSheet.svelte';

type Anchors = Record<'asks' | 'objections', Record<string, string>>;

const FOLDER = '../../../../docs/rules/anchors';
const anchors = import.meta.glob<Anchors>('../../../../docs/rules/anchors/*.json', {
  import: 'default',
  eager: true,
});

/** Where a rules page tells what is done in a turn; every game's has that. */
const TURN = 'your-turn';

/** The section of a game's rules that a subject belongs to; that on turns where nothing better is known. */
export function sectionOf(game: string, subject: Subject): string {
  if ('section' in subject) return subject.section;
  const known = anchors[`${FOLDER}/${game}.json`];
  const found = 'ask' in subject ? known?.asks[subject.ask] : known?.objections[subject.objection];
  return found ?? TURN;
}
