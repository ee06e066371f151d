import type { Event } from '../protocol';

/** The steps of a side line, and how many of them are shown. */
export interface SideCourse {
  line: readonly Event[];
  /** Where one stops when stepping through it. */
  stops: readonly number[];
  shown: number;
  onpick: (shown: number) => void;
}
