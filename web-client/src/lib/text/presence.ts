// Presence texts. Who is away, since when, and what comes of it.

import { shortMinutes } from 'messages:clock';
import * as m from 'messages:table';
import type { TimeControl } from '../protocol';
import type { Absence } from '../game/presence';
import { countdown } from './clock';

const MINUTE = 60_000;

/**
 * What comes of an absence, or how long it has been, at a moment of the server's time. Its words are marked: the figure alone
 * will do where there is little room.
 */
export function awayWords(
  { since_ms, until_ms }: Absence,
  control: TimeControl,
  now: number,
): string {
  if (control.type === 'fischer' && until_ms !== null) {
    return m.goneIn({ time: countdown(Math.max(0, until_ms - now)) });
  }
  const minutes = Math.floor((now - since_ms) / MINUTE);
  return control.type === 'none' && minutes > 0
    ? m.awayFor({ time: shortMinutes({ minutes }) })
    : '';
}

/** Whether the others may have a seat leave, which nobody's clock decides. */
export function isClaimable({ until_ms }: Absence, control: TimeControl, now: number): boolean {
  return control.type === 'none' && until_ms !== null && now >= until_ms;
}

/** How long somebody has been away, as a sentence. */
export function absenceWords(name: string, { since_ms }: Absence, now: number): string {
  const minutes = Math.floor((now - since_ms) / MINUTE);
  return m.longAway({ name, minutes });
}

/** Who has come or gone between two looks at a table, each as a sentence. */
export function changeWords(
  before: readonly boolean[],
  after: readonly boolean[],
  names: readonly string[],
  me: number | null,
): string {
  const words = after.flatMap((here, seat) => {
    const was = before[seat];
    if (was === undefined || was === here || seat === me) return [];
    const who = { name: names[seat] ?? m.somebody() };
    return here ? m.isBack(who) : m.isAway(who);
  });
  return words.join(' ');
}
