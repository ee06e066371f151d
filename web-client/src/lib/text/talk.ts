import type { Event } from '../protocol';
import type { Note } from '../replay/notes';
import { duration } from './clock';
import { askWords } from './offers';
import type { Audience } from './audience';

/**
 * Narration of agreements. Tells what happened between the moves: what was asked and answered, and
 * what stopped the clocks.
 */
export function talkWords(event: Event, audience: Audience): string {
  const says = (seat: number, own: string, theirs: string): string =>
    seat === audience.me ? `You ${own}.` : `${audience.names[seat] ?? 'Somebody'} ${theirs}.`;
  switch (event.type) {
    case 'offer':
      return askWords(event, audience);
    case 'answer':
      return event.agree
        ? says(event.seat, 'agree', 'agrees')
        : says(event.seat, 'decline', 'declines');
    case 'withdraw':
      return says(event.seat, 'take your offer back', 'takes the offer back');
    case 'takeback':
      return event.seat === audience.me
        ? 'Your last turn is taken back.'
        : `${audience.names[event.seat] ?? 'Somebody'}’s last turn is taken back.`;
    case 'allow_analysis':
      return 'All agree: the game so far may be analysed.';
    case 'pause':
      return 'The game is paused.';
    case 'resume':
      return `${says(event.seat, 'go on', 'goes on')} The game is no longer paused.`;
    case 'outage':
      return outageWords(event.credit_ms);
    case 'abort':
      return says(event.seat, 'end the game without a result', 'ends the game without a result');
    default:
      return '';
  }
}

/** A note in the list of moves. */
export function noteWords(note: Note, names: readonly string[]): string {
  switch (note.type) {
    case 'allow_analysis':
      return 'Analysis agreed on';
    case 'pause':
      return 'Paused by agreement';
    case 'resume':
      return `${names[note.seat] ?? 'Somebody'} went on`;
    case 'outage':
      return outageWords(note.credit_ms);
  }
}

function outageWords(credit_ms: number): string {
  const seconds = Math.max(1, Math.round(credit_ms / 1_000));
  return `The house was away for ${duration(seconds)}; nobody’s clock ran.`;
}

/** What a move got back for its way through the net; nothing where it does not show. */
export function lagWords(lag_ms: number | undefined): string {
  return lag_ms && lag_ms >= 50 ? `${tenths(lag_ms)} s given back for the net` : '';
}

/** The same as a sign beside the move. */
export function lagSign(lag_ms: number | undefined): string {
  return lag_ms && lag_ms >= 50 ? `+${tenths(lag_ms)} s` : '';
}

function tenths(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
