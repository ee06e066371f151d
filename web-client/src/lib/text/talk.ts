import { language } from 'messages:language';
import * as m from 'messages:table';
import type { Event } from '../protocol';
import type { Note } from '../replay/notes';
import { duration } from './clock';
import { askWords } from './offers';
import type { Audience } from './audience';

const TENTHS = new Intl.NumberFormat(language, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/**
 * Narration of agreements. Tells what happened between the moves: what was asked and answered, and
 * what stopped the clocks.
 */
export function talkWords(event: Event, audience: Audience): string {
  const who = (seat: number): { who: string; name: string } => ({
    who: seat === audience.me ? 'you' : 'other',
    name: audience.names[seat] ?? m.somebody(),
  });
  switch (event.type) {
    case 'offer':
      return askWords(event, audience);
    case 'answer':
      return event.agree ? m.agrees(who(event.seat)) : m.declines(who(event.seat));
    case 'withdraw':
      return m.withdraws(who(event.seat));
    case 'takeback':
      return m.turnTakenBack(who(event.seat));
    case 'allow_analysis':
      return m.analysisAllowed();
    case 'pause':
      return m.paused();
    case 'resume':
      return m.resumes(who(event.seat));
    case 'outage':
      return outageWords(event.credit_ms);
    case 'abort':
      return m.aborts(who(event.seat));
    default:
      return '';
  }
}

/** A note in the list of moves. */
export function noteWords(note: Note, names: readonly string[]): string {
  switch (note.type) {
    case 'allow_analysis':
      return m.analysisNoted();
    case 'pause':
      return m.pauseNoted();
    case 'resume':
      return m.resumeNoted({ name: names[note.seat] ?? m.somebody() });
    case 'outage':
      return outageWords(note.credit_ms);
  }
}

function outageWords(credit_ms: number): string {
  return m.outage({ time: duration(Math.max(1, Math.round(credit_ms / 1_000))) });
}

/** What a move got back for its way through the net; nothing where it does not show. */
export function lagWords(lag_ms: number | undefined): string {
  return lag_ms && lag_ms >= 50 ? m.lag({ seconds: tenths(lag_ms) }) : '';
}

/** The same as a sign beside the move. */
export function lagSign(lag_ms: number | undefined): string {
  return lag_ms && lag_ms >= 50 ? m.lagSign({ seconds: tenths(lag_ms) }) : '';
}

function tenths(ms: number): string {
  return TENTHS.format(ms / 1_000);
}
