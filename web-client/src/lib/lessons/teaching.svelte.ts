import type { Event, Objection, View } from '../protocol';
import { plan } from '../board/choosing';
import { Picker } from '../board/picker.svelte';
import { changeOf } from '../game/choices';
import { fold } from '../replay/fold';
import type { Lesson, Step } from './library';
import { objectionTo } from './objections';

/** What a step has come to. */
export type Standing = 'asked' | 'right' | 'otherwise';

/** What teaching tells, and asks. */
export interface Teacher {
  /** What an action brings, in words; null if nothing. */
  brings: (change: readonly number[]) => { badge: string; words: string } | null;
  /** Is told whenever a step is done, how many are. */
  done: (steps: number) => void;
}

/** Lesson being taken. Which step one is at, and what came of the last thing that was tried. */
export class Teaching {
  /** The place of the step; past the last one once the lesson is over. */
  at = $state(0);
  standing = $state.raw<Standing>('asked');
  /** What the last right action did. */
  event = $state.raw<Event | null>(null);
  /** Why what was tried last may not be done. */
  private found = $state.raw<Objection | null>(null);

  readonly step = $derived.by((): Step | null => this.lesson.steps[this.at] ?? null);
  readonly view = $derived.by((): View | null =>
    this.step ? fold(this.step.view, this.event?.diff) : null,
  );
  /** What can be picked; nothing once the step is done. */
  picker = $state.raw<Picker | null>(null);

  constructor(
    readonly lesson: Lesson,
    private readonly teacher: Teacher,
    at = 0,
  ) {
    this.at = at;
    this.ask();
  }

  /** Why what was tried may not be done, until something else is; null if nothing was, or it may. */
  get objection(): Objection | null {
    return this.picker?.refused ? this.found : null;
  }

  /** How many steps there are. */
  get count(): number {
    return this.lesson.steps.length;
  }

  /** Goes to a step; past the last, the lesson is over. */
  go(at: number): void {
    this.at = Math.max(0, Math.min(at, this.count));
    this.ask();
  }

  /** Does what is asked for, for whoever would rather see it. */
  show(): void {
    const [action] = Object.keys(this.step?.right ?? {});
    if (action !== undefined) this.take(action);
  }

  /** Has the position as it was again. */
  ask(): void {
    this.standing = 'asked';
    this.event = this.found = null;
    this.picker = this.step && this.picking(this.step);
  }

  private picking(step: Step): Picker {
    return new Picker(plan(step.choices, step.layout.tokens), (action) => this.take(action), {
      refuse: (tried) => this.refuse(tried),
      brings: (action) => {
        const change = changeOf({ actions: step.choices, scores: step.scores }, action);
        return change && this.teacher.brings(change);
      },
    });
  }

  private take(action: string): void {
    this.found = null;
    const event = this.step?.right[action];
    if (!event) {
      // It was legal, but is not what this step is about: the position stays.
      this.standing = 'otherwise';
      this.picker?.cancel();
      return;
    }
    this.event = event;
    this.picker = null;
    this.standing = 'right';
    this.teacher.done(this.at + 1);
  }

  private refuse(tried: string): void {
    this.standing = 'asked';
    const objection = this.step && objectionTo(tried, this.step.objections);
    // An empty square that was clicked first needs no explanation.
    const isIdle = objection?.objection === 'empty' && !tried.includes('-');
    this.found = objection && !isIdle ? objection : null;
  }
}
