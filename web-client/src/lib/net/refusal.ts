// Request errors. Why the server said no, in words for people.

import type { ErrorCode } from '../protocol';

/** The server said no, or could not be asked. `message` is a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode | 'unreachable',
    detail: string,
  ) {
    super(MESSAGES[code] ?? detail);
    this.name = 'Refusal';
  }
}

/** Sentences for what people meet; for the rest the server's own words are shown. */
const MESSAGES: Partial<Record<ErrorCode | 'unreachable', string>> = {
  no_session:
    'You are not signed in here for that. Tell us your name first, or come by your link again.',
  seat_only:
    'You play for one seat here, by its link, which is good for its table alone. Stop playing for it first.',
  no_table: 'This invite link is incomplete, or the game is gone.',
  no_match: 'There is no such game, or its link is missing its key.',
  seat_taken: 'Somebody else was quicker: that seat is taken.',
  already_seated: 'You already have a seat at this table.',
  not_seated: 'You have no seat at this table.',
  not_open: 'This game has already begun.',
  not_playing: 'This game is not being played.',
  over: 'This game is over.',
  not_your_turn: 'It is not your turn.',
  stale: 'The position has changed since. Please look again.',
  left: 'You have left this game.',
  bad_rated:
    'Private games, games without a clock, games of teams and games of computers alone cannot be rated, and a rated game keeps to the kind of players it was set up with.',
  bad_clock: 'That clock is out of range.',
  bad_query: 'Something in the address makes no sense here.',
  no_offer: 'That offer is no longer open.',
  own_offer: 'You have answered this already.',
  paused: 'The game is paused: it goes on once all who play are there.',
  not_paused: 'The game goes on already.',
  too_late: 'It is too late for that. You may resign, or offer a draw.',
  not_absent: 'That seat has not been away for long enough.',
  not_host: 'Only whoever has sat here the longest can do that.',
  no_computer: 'No computer sits there any more.',
  no_hints: 'There are no hints in this game.',
  bad_level: 'There is no computer of that level.',
  bad_text:
    'That cannot be said here: one line, without links and without signs that hide or turn others.',
  new_here: 'You can write here after your first finished game. Until then, choose a phrase.',
  wrong_room: 'You cannot speak in this room just now.',
  too_fast: 'That was a lot at once. Please wait a moment.',
  share_due: 'The other player’s page has not answered yet. Please try again in a moment.',
  lost_again: 'You have lost a part before: the other player must allow it once more.',
  regressed:
    'The house has gone back to an earlier state, so this page adds nothing more to its dice.',
  damaged: 'The record of this game is damaged. It can be neither shown nor played on.',
  unavailable: 'The server is busy. Please try again in a moment.',
  unreachable: 'The server cannot be reached just now.',
};

/** What to tell people about any failure. */
export function errorMessage(error: unknown): string {
  return error instanceof Refusal ? error.message : 'Something went wrong. Please try again.';
}
