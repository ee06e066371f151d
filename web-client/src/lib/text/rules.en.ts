// Language file: English. The rules beside a board.

/** What stands on the sheet, and on what opens it. */
export const rulesSheet = {
  title: (game: string): string => `Rules: ${game}`,
  open: 'Rules',
  why: 'Why?',
  close: 'Close the rules',
  fetching: 'Loading the rules…',
  failed: 'The rules could not be loaded.',
  none: 'The rules of this game are not written down here yet.',
};
