// Turns. The steps of a game, grouped as a move list shows them.

import type { Event } from '../protocol';
import { isStep } from './step';

/** A step, or the last one of a run of steps that are folded. */
export interface TurnStep {
  event: Event;
  /** How many steps there are up to it. */
  to: number;
  /** How many actions were taken back in that run; null if this is a step by itself. */
  folded: number | null;
}

/** Steps that belong together: a roll and all that was done with it, or else a single step; and what is folded after them. */
export interface TurnSteps {
  seat: number;
  /** How many steps came before. */
  first: number;
  steps: TurnStep[];
}

const NONE: ReadonlySet<number> = new Set();

/** Whether a line has rolls: then turns are of several steps. */
export function isRolled(line: readonly Event[]): boolean {
  return line.some((event) => event.type === 'roll');
}

/** Takes a line apart into turns. Steps that are `folded`, by their place in the line, come as one for each run of them. */
export function turns(line: readonly Event[], folded = NONE): TurnSteps[] {
  const all: TurnSteps[] = [];
  const rolled = isRolled(line);
  line.forEach((event, first) => {
    const seat = isStep(event) ? event.seat : 0;
    const last = all.at(-1);
    const isFolded = folded.has(first);
    const count = Number(event.type === 'act');
    const step = { event, to: first + 1, folded: isFolded ? count : null };
    const before = last?.steps.at(-1);
    if (isFolded && last && before && before.folded !== null) {
      last.steps[last.steps.length - 1] = { ...step, folded: before.folded + count };
      return;
    }
    const goesOn = isFolded || (rolled && event.type !== 'roll' && last?.seat === seat);
    if (last && goesOn) last.steps.push(step);
    else all.push({ seat, first, steps: [step] });
  });
  return all;
}
