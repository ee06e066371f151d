// Clock texts. Time controls, what is left, and what comes of running out.

import * as m from 'messages:clock';
import { language } from 'messages:language';
import type { HouseLimits, TableInfo, TimeControl } from '../protocol';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TENTHS = new Intl.NumberFormat(language, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
/** Units beside each other, without a comma. */
const UNITS = new Intl.ListFormat(language, { type: 'unit', style: 'narrow' });

/** What is left, as a clock shows it: `1:02:45`, `2:41`, `0:09.4`; from a day on `2 d 4 h`. */
export function leftWords(ms: number): string {
  if (ms >= DAY) {
    const [days, hours] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR)];
    return hours > 0 ? m.shortDaysHours({ days, hours }) : m.shortDays({ days });
  }
  if (ms < 10 * SECOND) return `0:0${TENTHS.format(Math.floor(ms / 100) / 10)}`;
  return countdown(ms);
}

/** Hours, minutes and seconds: `1:02:45`, `1:32`. */
export function countdown(ms: number): string {
  const seconds = Math.floor(ms / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** What is left, to be spoken: the two largest units. */
export function spokenLeft(ms: number): string {
  const units = [
    [DAY, m.unit.day],
    [HOUR, m.unit.hour],
    [MINUTE, m.unit.minute],
    [SECOND, m.unit.second],
  ] as const;
  const first = units.findIndex(([unit]) => ms >= unit);
  if (first < 0) return m.noTime();
  let rest = ms;
  const words = units.slice(first, first + 2).flatMap(([unit, word]) => {
    const count = Math.floor(rest / unit);
    rest %= unit;
    return count > 0 ? [word({ count })] : [];
  });
  return UNITS.format(words);
}

/** What a clock has left, for those who listen. */
export function spokenClock(ms: number): string {
  return ms < SECOND ? m.noTimeLeft() : m.left({ time: spokenLeft(ms) });
}

/** A clock by its short name: "5+5", "40 s + 2", "3 days a turn", "no clock". */
export function clockName(control: TimeControl): string {
  if (control.type === 'none') return m.none();
  if (control.type === 'correspondence') return m.daysATurn(control);
  const { initial_s, increment_s } = control;
  return initial_s % 60 === 0
    ? `${initial_s / 60}+${increment_s}`
    : `${duration(initial_s)} + ${increment_s}`;
}

/** A clock as a sentence. */
export function clockWords(control: TimeControl): string {
  if (control.type === 'none') return m.noneWords();
  if (control.type === 'correspondence') return m.daysWords(control);
  const [time, seconds] = [duration(control.initial_s), control.increment_s];
  return seconds > 0 ? m.liveMore({ time, seconds }) : m.live({ time });
}

/** "40 s", "3 min 20 s". */
export function duration(whole: number): string {
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  if (minutes > 0 && seconds > 0) return m.shortMinutesSeconds({ minutes, seconds });
  if (minutes > 0) return m.shortMinutes({ minutes });
  return seconds > 0 ? m.shortSeconds({ seconds }) : '';
}

/** What is at stake at a table: how many sit there, and whether as partners. */
export interface Stakes {
  clock: TimeControl;
  seats: number;
  teams: boolean;
}

/** What is at stake at a table. */
export function stakesOf({
  clock,
  seats,
  options,
}: Pick<TableInfo, 'clock' | 'seats' | 'options'>): Stakes {
  return { clock, seats: seats.length, teams: options.teams === true };
}

/** How long the house bears with something; before it has said so, only that it does not for ever. */
export function patienceWords(ms: number | undefined): string {
  return ms === undefined ? m.aWhile() : spokenLeft(ms);
}

/** What happens to whoever runs out of time or walks off, as sentences. */
export function timeoutWords(stakes: Stakes, limits: HouseLimits | null): string {
  const fate = fateOf(stakes);
  switch (stakes.clock.type) {
    case 'none':
      return m.timeoutNone({ fate, time: patienceWords(limits?.claim_after_ms) });
    case 'fischer':
      return m.timeoutLive({ fate, time: patienceWords(limits?.abandoned_after_ms) });
    case 'correspondence':
      return m.timeoutDays({ fate });
  }
}

/** The same in a few words, for a list. */
export function timeoutNote(stakes: Stakes): string {
  return stakes.clock.type === 'none' ? '' : m.timeoutNote({ fate: fateOf(stakes) });
}

/** What comes of it, as the messages tell it: the other wins, a partner plays on for both, or all others play on. */
export function fateOf({ seats, teams }: Stakes): 'wins' | 'team' | 'other' {
  if (seats === 2) return 'wins';
  return teams ? 'team' : 'other';
}

/** What is wrong with a clock, as a sentence; nothing if the house takes it, as far as its limits are known. */
export function clockProblem(control: TimeControl, limits: HouseLimits | null): string {
  if (control.type !== 'fischer' || !limits) return '';
  if (!within(control.initial_s, limits.initial_s)) {
    const [least, most] = limits.initial_s;
    return m.problemInitial({
      least: spokenLeft(least * SECOND),
      most: spokenLeft(most * SECOND),
    });
  }
  return within(control.increment_s, limits.increment_s)
    ? ''
    : m.problemIncrement({ most: limits.increment_s[1] });
}

function within(value: number, [least, most]: readonly [number, number]): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
