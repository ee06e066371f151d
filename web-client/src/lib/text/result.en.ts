// Language file: English. What can be done once a game is over.

import { listed } from './reasons';

export const resultWords = {
  rematch: 'Rematch',
  join: 'Join the rematch',
  follow: 'Follow to the rematch',
  /** On the board that one stays at, while the others make up their minds. */
  offered: (others: readonly string[]): string => `Rematch offered. Waiting for ${listed(others)}…`,
  wanted: (names: readonly string[]): string =>
    names.length === 1 ? `${names[0] ?? ''} wants a rematch.` : 'A rematch is set up.',
  toTable: 'To its table',
  newOpponent: 'New opponent',
  newGame: 'New game',
  review: 'Review',
};
