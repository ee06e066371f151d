import type { ErrorCode } from '../protocol';

/** The server said no, or could not be asked. `message` is a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode | 'unreachable',
    detail: string,
  ) {
    super(SENTENCES[code] ?? detail);
    this.name = 'Refusal';
  }
}

/** Sentences for what people meet; for the rest the server's own words are shown. */
const SENTENCES: Partial<Record<ErrorCode | 'unreachable', string>> = {
  no_session: 'Tell us your name first.',
  no_table: 'There is no such table, or its link is missing its key.',
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
  unavailable: 'The server is busy. Please try again in a moment.',
  unreachable: 'The server cannot be reached just now.',
};

/** What to tell people about any failure. */
export function sentence(error: unknown): string {
  return error instanceof Refusal ? error.message : 'Something went wrong. Please try again.';
}
