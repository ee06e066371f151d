// Letters at a table. What those who listen ask for by a key.

/** What a letter asks for. */
export type TableKey = 'last' | 'score' | 'pieces' | 'help';

/** The letters. */
export const letters: Record<string, TableKey> = {
  l: 'last',
  s: 'score',
  p: 'pieces',
  '?': 'help',
};
