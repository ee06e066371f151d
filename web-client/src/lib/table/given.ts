// What a table layout is given: what is played, how it stands, and its steps.

import type { Event, GameInfo, Layout, Outcome, TableInfo, View } from '../protocol';
import type { Suggestion } from '../board/arrows';
import type { Picker } from '../board/picker.svelte';
import type { Absence } from '../game/presence';
import type { ClockReading } from '../game/clock';
import type { Note } from '../replay/notes';
import type { SideCourse } from '../replay/sideCourse';

/** What is played and by whom, the same from beginning to end. */
export interface Setup {
  title: string;
  /** As far as it is known yet. */
  game: GameInfo | undefined;
  info: TableInfo;
  layout: Layout;
  names: readonly string[];
  /** One's own seat; null for those who watch. */
  me: number | null;
}

/** How it stands after the step that is shown. */
export interface Position {
  view: View;
  /** What led there, to be acted out. */
  event: Event | null;
  picker?: Picker | null;
  /** Actions that are drawn on the board as arrows. */
  suggestions?: readonly Suggestion[];
  outcome: Outcome | null;
  clocks: ClockReading | null;
  /** Since when a seat's player is away; null while they are there. */
  absence?: (seat: number) => Absence | null;
  /** The seat of a computer that thinks just now. */
  thinker?: number | null;
  /** Rolls the dice; null where that cannot be done now. */
  onroll?: (() => void) | null;
}

/** All steps, and how many of them are shown. */
export interface Course {
  line: readonly Event[];
  /** What happened between the steps. */
  notes: readonly Note[];
  /** Where one stops when stepping through it. */
  stops: readonly number[];
  ply: number;
  onpick: (ply: number) => void;
  /** What might have been played after the step that is shown. */
  side?: SideCourse | null;
}
