// Clock texts. Time controls, what is left, and what comes of running out.

import type { HouseLimits, TableInfo, TimeControl } from '../protocol';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left, as a clock shows it: `1:02:45`, `2:41`, `0:09.4`; from a day on `2 d 4 h`. */
export function leftWords(ms: number): string {
  if (ms >= DAY) {
    const hours = Math.floor((ms % DAY) / HOUR);
    return `${Math.floor(ms / DAY)} d${hours > 0 ? ` ${hours} h` : ''}`;
  }
  if (ms < 10 * SECOND) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
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
  const units: [number, string][] = [
    [DAY, 'day'],
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
    [SECOND, 'second'],
  ];
  const first = units.findIndex(([unit]) => ms >= unit);
  if (first < 0) return 'no time';
  let rest = ms;
  const words = units.slice(first, first + 2).flatMap(([unit, word]) => {
    const count = Math.floor(rest / unit);
    rest %= unit;
    return count > 0 ? [counted(count, word)] : [];
  });
  return words.join(' ');
}

/** "1 day", "3 days", "2 people". */
export function counted(count: number, word: string, many = `${word}s`): string {
  return `${count} ${count === 1 ? word : many}`;
}

/** A clock by its short name: "5+5", "40 s + 2", "3 days a turn", "no clock". */
export function clockName(control: TimeControl): string {
  if (control.type === 'none') return 'no clock';
  if (control.type === 'correspondence') return `${counted(control.days, 'day')} a turn`;
  const { initial_s, increment_s } = control;
  return initial_s % 60 === 0
    ? `${initial_s / 60}+${increment_s}`
    : `${duration(initial_s)} + ${increment_s}`;
}

/** A clock as a sentence. */
export function clockWords(control: TimeControl): string {
  if (control.type === 'none') return 'No clock: everybody takes the time they need.';
  if (control.type === 'correspondence') {
    return `${counted(control.days, 'day')} for each turn, day and night.`;
  }
  const more = control.increment_s > 0 ? `, and ${control.increment_s} s more with each turn` : '';
  return `${duration(control.initial_s)} each for the whole game${more}.`;
}

/** "40 s", "3 min 20 s". */
export function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 ? `${rest} s` : '']
    .filter(Boolean)
    .join(' ');
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
  return ms === undefined ? 'a while' : spokenLeft(ms);
}

/** What happens to whoever runs out of time or walks off, as sentences. */
export function timeoutWords({ clock, seats, teams }: Stakes, limits: HouseLimits | null): string {
  const fate = seats === 2 ? 'the other wins' : `the seat’s turns are skipped ${skipped(teams)}`;
  switch (clock.type) {
    case 'none':
      return `If somebody is away for ${patienceWords(limits?.claim_after_ms)}, the others may let that seat go: ${fate}.`;
    case 'fischer':
      return `If somebody runs out of time, or is away for ${patienceWords(limits?.abandoned_after_ms)}, ${fate}.`;
    case 'correspondence':
      return `If somebody lets a turn’s time run out, ${fate}. Nobody needs to wait at the table.`;
  }
}

function skipped(teams: boolean): string {
  return teams ? 'and its partner plays on for both' : 'and it ranks below those who stay';
}

/** The same in a few words, for a list. */
export function timeoutNote({ clock, seats, teams }: Stakes): string {
  if (clock.type === 'none') return '';
  if (seats === 2) return 'out of time loses';
  return `out of time is skipped${teams ? '' : ' and ranks last'}`;
}

/** What is wrong with a clock, as a sentence; nothing if the house takes it, as far as its limits are known. */
export function clockProblem(control: TimeControl, limits: HouseLimits | null): string {
  if (control.type !== 'fischer' || !limits) return '';
  if (!within(control.initial_s, limits.initial_s)) {
    const [least, most] = limits.initial_s.map((seconds) => spokenLeft(seconds * 1000));
    return `A clock for the game has between ${least} and ${most}.`;
  }
  return within(control.increment_s, limits.increment_s)
    ? ''
    : `Each turn can bring up to ${limits.increment_s[1]} seconds, in whole seconds.`;
}

function within(value: number, [least, most]: readonly [number, number]): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
