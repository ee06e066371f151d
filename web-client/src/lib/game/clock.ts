// Game clocks. Which are offered, what is left on them, and when that is pressing.

import type { Clocks, TimeControl } from '../protocol';

/** The clocks as an event told them, and when that was, in the server's milliseconds since 1970. */
export type ClockReading = Clocks & { ms: number };

/** What a new game offers for those who sit together: minutes for the game, seconds with each turn. */
export const LIVE_PRESETS: readonly (readonly [minutes: number, seconds: number])[] = [
  [5, 5],
  [10, 10],
  [15, 15],
  [30, 20],
];

/** What a new game offers for those who look in now and then: days for a turn. */
export const DAY_PRESETS: readonly number[] = [1, 2, 3, 5, 7, 14];

/** A clock of so many minutes for the game and so many seconds with each turn. */
export function live(minutes: number, increment_s: number): TimeControl {
  return { type: 'fischer', initial_s: minutes * 60, increment_s };
}

/** The clock of a kind that is proposed first. */
export function usual(kind: TimeControl['type']): TimeControl {
  if (kind === 'fischer') return live(10, 10);
  return kind === 'correspondence' ? { type: kind, days: 3 } : { type: kind };
}

/** The clocks before anybody has begun; null without clocks. */
export function fullClocks(control: TimeControl, seats: number): ClockReading | null {
  if (control.type === 'none') return null;
  const seconds = control.type === 'fischer' ? control.initial_s : control.days * 24 * 60 * 60;
  return { left_ms: Array<number>(seats).fill(seconds * 1000), running: null, ms: 0 };
}

/** What a seat has left at a moment of the server's time, in milliseconds; null without a clock. */
export function leftAt(reading: ClockReading | null, seat: number, now: number): number | null {
  const left = reading?.left_ms[seat];
  if (!reading || left === undefined) return null;
  const passed = reading.running === seat ? Math.max(0, now - reading.ms) : 0;
  return Math.max(0, left - passed);
}

/** How pressing it is: `low` wants an eye on it, `last` wants a move now. */
export function urgency(control: TimeControl, left: number): 'none' | 'low' | 'last' {
  if (control.type === 'none') return 'none';
  const [low, last] = control.type === 'fischer' ? [30_000, 10_000] : [12 * 3_600_000, 3_600_000];
  return left < last ? 'last' : left < low ? 'low' : 'none';
}

/** When one is warned in a live game, in milliseconds left. */
const WARNINGS = [30_000, 10_000];

/** Warns of little time, once for each mark that is passed on the way down. */
export class TimeWarning {
  private before = 0;
  private readonly due = new Set(WARNINGS);

  /** Tells how much is left; the answer is a mark that has just been passed, if any. */
  passes(left: number): number | null {
    const passed = WARNINGS.filter((mark) => this.before > mark && left <= mark);
    this.before = left;
    const mark = passed.at(-1);
    if (mark === undefined || !this.due.has(mark)) return null;
    for (const one of passed) this.due.delete(one);
    return mark;
  }
}
