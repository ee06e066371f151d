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
  steps: readonly TurnStep[];
}

/** Whether a line has rolls: then turns are of several steps. */
export function isRolled(line: readonly Event[]): boolean {
  return line.some((event) => event.type === 'roll');
}

/** The turns of one line after another (incremental): of a line that has grown, those that are as they were are the same objects. */
export class TurnGrouping {
  private line: readonly Event[] = [];
  private folded: readonly boolean[] = [];
  private rolled = false;
  private turns: readonly TurnSteps[] = [];

  /** Takes a line apart into turns. Steps that are `folded`, each by its place in the line, come as one for each run of them. */
  of(line: readonly Event[], folded: readonly boolean[] = []): readonly TurnSteps[] {
    const rolled = isRolled(line);
    const same = rolled === this.rolled ? this.sameSteps(line, folded) : 0;
    const turns = this.turns.filter(({ first }) => first < same);
    const open = turns.at(-1);
    const steps = open?.steps.filter(({ to }) => to <= same) ?? [];
    const from = steps.at(-1)?.to ?? open?.first ?? 0;
    if (open && steps.length < open.steps.length) {
      turns.pop();
      if (steps.length > 0) turns.push({ ...open, steps });
    }
    line.slice(from).forEach((event, index) => {
      add(turns, event, from + index, rolled, folded[from + index] === true);
    });
    Object.assign(this, { line, folded, rolled, turns });
    return turns;
  }

  /** How many steps at the beginning of a line are those of the last one. */
  private sameSteps(line: readonly Event[], folded: readonly boolean[]): number {
    const other = line.findIndex(
      (event, at) => event !== this.line[at] || folded[at] !== this.folded[at],
    );
    return other < 0 ? line.length : other;
  }
}

/** Adds a step to the turn that it goes on with, or as one of its own. A turn that others may have is not changed. */
function add(
  turns: TurnSteps[],
  event: Event,
  first: number,
  rolled: boolean,
  isFolded: boolean,
): void {
  const seat = isStep(event) ? event.seat : 0;
  const last = turns.at(-1);
  const before = last?.steps.at(-1);
  const count = Number(event.type === 'act');
  const step = { event, to: first + 1, folded: isFolded ? count : null };
  if (isFolded && last && before && before.folded !== null) {
    const steps = [...last.steps.slice(0, -1), { ...step, folded: before.folded + count }];
    turns[turns.length - 1] = { ...last, steps };
    return;
  }
  const goesOn = isFolded || (rolled && event.type !== 'roll' && last?.seat === seat);
  if (last && goesOn) turns[turns.length - 1] = { ...last, steps: [...last.steps, step] };
  else turns.push({ seat, first, steps: [step] });
}

/** Takes a line apart into turns, nothing folded. */
export function turns(line: readonly Event[]): readonly TurnSteps[] {
  return new TurnGrouping().of(line);
}
