// Turns. The steps of a game, grouped as a move list shows them.

import type { Event } from '../protocol';
import { isStep } from './step';

/** Steps that belong together: a roll and all that was done with it, or else a single step. */
export interface TurnSteps {
  seat: number;
  /** How many steps came before. */
  first: number;
  steps: Event[];
}

/** Takes a line apart into turns. */
export function turns(line: readonly Event[]): TurnSteps[] {
  const all: TurnSteps[] = [];
  const rolled = line.some((event) => event.type === 'roll');
  line.forEach((event, first) => {
    const seat = isStep(event) ? event.seat : 0;
    const last = all.at(-1);
    const goesOn = rolled && event.type !== 'roll' && last?.seat === seat;
    if (last && goesOn) last.steps.push(event);
    else all.push({ seat, first, steps: [event] });
  });
  return all;
}
