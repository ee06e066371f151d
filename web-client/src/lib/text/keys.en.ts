// Language file: English. Keys at a board, and what is said when they are asked.

/** What a letter asks for. */
export type TableKey = 'last' | 'score' | 'pieces' | 'help';

export const keys = {
  title: 'Keys',
  close: 'Close',
  none: 'Nothing has been played yet.',
  noScore: 'There are no scores in this game.',
  noPieces: 'No pieces of yours.',
  watching: 'You play for no seat here.',
  scores: (told: readonly string[]): string => `${told.join(', ')}.`,
  pieces: (told: readonly string[]): string => `Your pieces: ${told.join('; ')}.`,
  tray: (count: number, piece: string, tray: string): string => `${tray}: ${count} ${piece}`,
};

/** Every key that is listed, and what it does. */
export const listed: readonly (readonly [key: string, what: string])[] = [
  ['Tab', 'Go to the board'],
  ['Arrow keys', 'On the board: go from square to square. Elsewhere: step through the game'],
  ['Home, End', 'The first position, the last one'],
  ['Enter', 'Pick what is there'],
  ['Escape', 'Take back what was picked'],
  ['1, 2, 3', 'Choose the size of the piece to lay'],
  ['L', 'Hear the last move'],
  ['S', 'Hear the score'],
  ['P', 'Hear where your pieces are'],
  ['?', 'This list'],
] satisfies readonly (readonly [string, string])[];

/** The letters. */
export const letters: Record<string, TableKey> = {
  l: 'last',
  s: 'score',
  p: 'pieces',
  '?': 'help',
};
