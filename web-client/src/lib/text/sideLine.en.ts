// Language file: English. Side lines, and what one can do there.

import { MAX_SIDE_LINE } from '../protocol';

export const sideLine = {
  /** The line in the list of moves, for those who listen. */
  name: 'Side line',
  back: 'Back to the game',
  fetching: 'Playing the side line…',
  wrong: 'This side line cannot be played here.',
  full: `A side line ends after ${MAX_SIDE_LINE} moves.`,
  over: 'The game would be over here.',
  /** Opens what is needed for a move that is not made on the board alone. */
  attempt: 'Try a move',
  attemptRoll: 'Try a roll',
  /** How far along it one is. */
  place: (shown: number, all: number) => `Side line, ${shown} of ${all}.`,
  begun: 'Where the side line begins.',
  left: 'Back in the game.',
  /** The dice to be chosen. */
  dice: 'Dice to roll',
  first: (face: number) => `First die ${face}`,
  second: (face: number) => `Second die ${face}`,
  random: 'At random',
} as const;
