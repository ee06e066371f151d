// Moderation words. What is offered to those who report and to moderators, and how it is told.

import * as m from 'messages:moderation';
import type { OwnSanction, Player, ReportReason, Sanction } from '../protocol';
import { personName } from '../game/computers';
import { dateWords } from '../text/time';

/** What somebody can be reported for, in the order in which it is offered. */
export const REPORT_REASONS: readonly ReportReason[] = ['insults', 'cheating', 'name', 'other'];

/** For how many hours somebody is muted or banned, as it is offered. */
export const HOURS = [1, 24, 7 * 24, 30 * 24] as const;

/** "for 7 days", "for an hour". */
export function hoursWords(hours: number): string {
  return hours < 24 ? m.forHours({ hours }) : m.forDays({ days: hours / 24 });
}

/** What is not allowed, and until when: "Muted until 24 November 2026, 18:00". */
export function sanctionWords({ kind, until_ms }: Sanction | OwnSanction): string {
  return until_ms === undefined ? m.forEver[kind]() : m.until[kind]({ until: dateWords(until_ms) });
}

/** Guests from where somebody is, or from a range of addresses, which may be forgotten by now. */
export function guestsWords(of: Player | undefined, addresses: string | undefined): string {
  if (of) return m.guestsOf({ name: personName(of.name) });
  return addresses ? m.guestsFrom({ addresses }) : m.guestsGone();
}
