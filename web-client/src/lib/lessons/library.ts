// Lesson library. A lesson is a few steps, each a position, what is to be done in it, and what to say to all that is tried; it is
// fetched when it is opened, and needs no server from then on. `protocol/src/bin/rules-positions` makes the positions.

import { words } from 'lessons:words';
import type { Event, Layout, ScoreChange, View } from '../protocol';
import type { Objections } from './objections';

/** What a step says. */
export interface Words {
  title: string;
  /** What is to be learned. */
  learn: string;
  /** What is to be done. */
  task: string;
  /** What to say once it is done. */
  done: string;
  /** What to say to a legal action that does something else; none where all that is legal is right. */
  otherwise?: string;
}

/** A step of a lesson. */
export interface Step {
  name: string;
  words: Words;
  /** The section of the rules that says the same. */
  rule: string;
  layout: Layout;
  /** Whose turn it is. */
  seat: number;
  view: View;
  /** Every legal action, sorted. */
  choices: string[];
  /** What they bring in scores. */
  scores: ScoreChange[];
  /** What comes of each action that does what is asked for. */
  right: Record<string, Event>;
  objections: Objections;
}

/** A game's lesson. */
export interface Lesson {
  game: string;
  steps: Step[];
}

/** As the positions are kept: each layout once. */
interface Positions {
  layouts: Layout[];
  steps: Record<string, Omit<Step, 'name' | 'words' | 'rule' | 'layout'> & { layout: number }>;
}

interface Source {
  steps: { name: string; rule: string }[];
}

const FOLDER = '../../../../docs/lessons';
const sources = import.meta.glob<Source>('../../../../docs/lessons/*.json', {
  import: 'default',
  eager: true,
});
const positions = import.meta.glob<Positions>('../../../../docs/lessons/positions/*.json', {
  import: 'default',
});

/** Whether there is a lesson for a game. */
export function hasLesson(game: string): boolean {
  return Object.hasOwn(sources, `${FOLDER}/${game}.json`);
}

/** The games with lessons. */
export function taught(): string[] {
  return Object.keys(sources).map((path) => path.slice(FOLDER.length + 1, -'.json'.length));
}

/** How many steps a game's lesson has. */
export function stepCount(game: string): number {
  return sources[`${FOLDER}/${game}.json`]?.steps.length ?? 0;
}

/** Fetches a game's lesson. */
export async function lesson(game: string): Promise<Lesson> {
  const source = sources[`${FOLDER}/${game}.json`];
  const [shown, said] = await Promise.all([
    positions[`${FOLDER}/positions/${game}.json`]?.(),
    words[game]?.(),
  ]);
  if (!source || !shown || !said) throw new Error(`there is no lesson for ${game}`);
  const steps = source.steps.map(({ name, rule }): Step => {
    const position = shown.steps[name];
    const layout = position && shown.layouts[position.layout];
    const told = said.default[name];
    if (!position || !layout || !told) throw new Error(`${game}: the step ${name} is not whole`);
    return { ...position, name, rule, layout, words: told };
  });
  return { game, steps };
}
