// Timeline. Every position of a game, folded from its events.

import type { Event, Layout, Outcome, View } from '../protocol';
import { fold } from './fold';
import { isNote } from './notes';
import type { Note } from './notes';
import { isStep } from './step';

/** Of so many steps one position is kept (a snapshot), once it was passed; those between are folded when they are asked for. */
const EVERY = 32;

/** One step of a game, with what else changed before the next. */
export interface Frame {
  event: Event;
  after: readonly Event[];
}

/** A whole game from its start, ready to be stepped through. Ply 0 is the first position. */
export class Timeline {
  private constructor(
    readonly layout: Layout,
    readonly first: View,
    private readonly all: readonly Frame[],
    /** Which of them are told of; all, if nothing is said. */
    private readonly told: readonly number[] | null,
    readonly outcome: Outcome | null,
    /** What happened between the steps. */
    readonly notes: readonly Note[],
    /** Positions after so many of all steps. What is behind a step never changes, so what comes of this timeline shares them. */
    private readonly snapshots: Map<number, View>,
  ) {}

  /** Builds it from all events in order; null without a start among them. */
  static of(events: readonly Event[]): Timeline | null {
    const at = events.findLastIndex(({ type }) => type === 'start');
    const start = events[at];
    if (start?.type !== 'start') return null;
    return new Timeline(start.layout, start.view, [], null, null, [], new Map()).and(
      events.slice(at + 1),
    );
  }

  /** The same and one event more. */
  with(event: Event): Timeline {
    return this.and([event]);
  }

  private and(events: readonly Event[]): Timeline {
    let { first, outcome } = this;
    const all = [...this.all];
    const told = this.told && [...this.told];
    const notes = [...this.notes];
    for (const event of events) {
      if (event.type === 'finish') outcome = event.outcome;
      if (isNote(event)) notes.push(event);
      const last = all.at(-1);
      if (isStep(event)) {
        told?.push(all.length);
        all.push({ event, after: [] });
      } else if (!event.diff) continue;
      // An event that is no step of its own still may change how the last step left things.
      else if (last) all[all.length - 1] = { ...last, after: [...last.after, event] };
      else first = fold(first, event.diff);
    }
    return new Timeline(this.layout, first, all, told, outcome, notes, this.snapshots);
  }

  /** The same without the steps that a line leaves out: what was undone before one came. */
  along(line: readonly Event[]): Timeline {
    const numbers = new Set(line.map((event) => event.n));
    const told = this.all.flatMap(({ event }, index) => (numbers.has(event.n) ? [index] : []));
    const { layout, first, all, outcome, notes, snapshots } = this;
    return new Timeline(layout, first, all, told, outcome, notes, snapshots);
  }

  /** The steps. */
  get frames(): readonly Frame[] {
    return this.told?.flatMap((index) => this.all[index] ?? []) ?? this.all;
  }

  /** How many steps there are. */
  get plies(): number {
    return (this.told ?? this.all).length;
  }

  /** The event of one step, from 1 on. */
  step(ply: number): Event | undefined {
    const index = this.told ? this.told[ply - 1] : ply - 1;
    return this.all[index ?? -1]?.event;
  }

  /** The position after so many steps. How things stand now stays, whichever step it was folded into. */
  view(ply: number): View {
    if (ply >= this.plies) return this.after(this.all.length);
    return this.after(this.told && ply > 0 ? (this.told[ply - 1] ?? 0) + 1 : ply);
  }

  /** The position after so many of all steps, from the snapshot before it. */
  private after(count: number): View {
    let at = Math.floor(count / EVERY) * EVERY;
    while (at > 0 && !this.snapshots.has(at)) at -= EVERY;
    let view = this.snapshots.get(at) ?? this.first;
    for (const { event, after } of this.all.slice(at, count)) {
      view = [event, ...after].reduce((before, { diff }) => fold(before, diff), view);
      at += 1;
      // The last step may still be changed by what follows it.
      if (at % EVERY === 0 && at < this.all.length) this.snapshots.set(at, view);
    }
    return view;
  }
}
