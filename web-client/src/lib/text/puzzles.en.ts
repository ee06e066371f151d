// Language file: English. What stands on the pages of the puzzles.

/** What stands on the pages of the puzzles. */
export const puzzles = {
  nameFirst: 'Choose a name',
  nameWhy: 'and your first tries count for a rating.',
  tried: 'You have tried this one before: your rating stays.',
  fetching: 'Loading the puzzles…',
  none: 'No puzzles for this game yet.',
};
