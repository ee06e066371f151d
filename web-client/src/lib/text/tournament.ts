// Tournament texts. How a tournament is played, where it stands, and points.

import { language } from 'messages:language';
import * as m from 'messages:tournaments';
import type { TournamentFormat, TournamentSummary } from '../protocol';
import { timeWords } from './time';

/** A whole point in the figures of a tournament. */
const POINT = 120;

const FIGURES = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });

/** Points in figures: `1½`, and what has no sign of its own with two places behind the point. */
export function tournamentPoints(points: number): string {
  const [whole, rest] = [Math.floor(points / POINT), points % POINT];
  if (rest === POINT / 2) return `${whole === 0 ? '' : whole}½`;
  return FIGURES.format(points / POINT);
}

/** How players are paired. */
export function formatWords(format: TournamentFormat): string {
  switch (format.kind) {
    case 'swiss':
      return m.format.swiss(format);
    case 'round_robin':
      return m.format.round_robin();
    case 'arena':
      return m.format.arena(format);
  }
}

/** When it begins, began or was over. */
export function whenWords({ status, starts_ms, ended_ms }: TournamentSummary): string {
  switch (status) {
    case 'open':
      return m.begins({ when: timeWords(starts_ms) });
    case 'running':
      return m.began({ when: timeWords(starts_ms) });
    case 'finished':
      return m.ended({ when: timeWords(ended_ms ?? starts_ms) });
    case 'cancelled':
      return m.cancelled();
  }
}

/** How far on it is; nothing before it has begun. */
export function stageWords({ status, format, round, starts_ms }: TournamentSummary): string {
  if (status !== 'running') return '';
  if (format.kind === 'arena')
    return m.until({ when: timeWords(starts_ms + format.minutes * 60_000) });
  return format.kind === 'swiss' ? m.roundOf({ round, rounds: format.rounds }) : m.round({ round });
}
