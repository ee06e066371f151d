// Timeline. Every position of a game, folded from its events.

import type { Event, Layout, Outcome, View } from '../protocol';
import { fold } from './fold';
import { isNote } from './notes';
import type { Note } from './notes';
import { isStep } from './step';

/** One step of a game: what happened, and how things stood afterwards. */
export interface Frame {
  event: Event;
  view: View;
}

/** A whole game from its start, ready to be stepped through. Ply 0 is the first position. */
export class Timeline {
  private constructor(
    readonly layout: Layout,
    readonly first: View,
    readonly frames: readonly Frame[],
    readonly outcome: Outcome | null,
    /** What happened between the steps. */
    readonly notes: readonly Note[],
  ) {}

  /** Builds it from all events in order; null without a start among them. */
  static of(events: readonly Event[]): Timeline | null {
    return events.reduce<Timeline | null>(
      (timeline, event) =>
        event.type === 'start'
          ? new Timeline(event.layout, event.view, [], null, [])
          : (timeline?.with(event) ?? null),
      null,
    );
  }

  /** The same and one event more. */
  with(event: Event): Timeline {
    const { layout, first, frames } = this;
    const view = fold(this.view(frames.length), event.diff);
    const outcome = event.type === 'finish' ? event.outcome : this.outcome;
    const notes = isNote(event) ? [...this.notes, event] : this.notes;
    if (isStep(event)) {
      return new Timeline(layout, first, [...frames, { event, view }], outcome, notes);
    }
    // An event that is no step of its own still may change how the last step left things.
    const last = frames.at(-1);
    if (!last) return new Timeline(layout, view, [], outcome, notes);
    return new Timeline(layout, first, [...frames.slice(0, -1), { ...last, view }], outcome, notes);
  }

  /** The same without the steps that a line leaves out: what was undone before one came. */
  along(line: readonly Event[]): Timeline {
    const told = new Set(line.map((event) => event.n));
    const frames = this.frames.filter(({ event }) => told.has(event.n));
    // How things stand now stays, whichever step it was folded into: an end that was agreed on, for one.
    const now = this.view(this.plies);
    const last = frames.pop();
    if (last) frames.push({ ...last, view: now });
    const first = last ? this.first : now;
    return new Timeline(this.layout, first, frames, this.outcome, this.notes);
  }

  /** How many steps there are. */
  get plies(): number {
    return this.frames.length;
  }

  /** The position after so many steps. */
  view(ply: number): View {
    return this.frames[ply - 1]?.view ?? this.first;
  }
}
