// Language file: English. Lessons and the ways to them; what the steps of a lesson say stands in `docs/lessons/en`.

/** What stands on the pages of the lessons. */
export const lessons = {
  title: 'Learn by doing',
  lead: 'Three minutes for each game, on the real board. No account needed.',
  lesson: (game: string): string => `Lesson: ${game}`,
  board: (game: string): string => `${game} lesson board`,
  start: 'Start the lesson',
  goOn: 'Continue',
  again: 'Do it again',
  begin: 'Start over',
  step: (at: number, of: number): string => `Step ${at} of ${of}`,
  progress: (done: number, of: number): string => `${done} of ${of} steps done`,
  done: 'Done',
  steps: (count: number): string => `${count} steps`,
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  show: 'Show me',
  retry: 'Try again',
  finished: 'That’s all it takes.',
  finishedLead: (game: string): string =>
    `You know how ${game} is played. Now play: level 1 makes mistakes, and waits for you.`,
  play: 'Play level 1',
  puzzle: 'Puzzle of the day',
  others: 'Other lessons',
  rules: 'Read the rules',
  fetching: 'Setting the board up…',
  failed: 'The lesson could not be loaded.',
  reload: 'Load this page again',
  none: 'There is no lesson for this game yet.',
  /** A way to a lesson, where a game is met for the first time. */
  newHere: (game: string): string => `New to ${game}?`,
  learnIt: 'Learn it in 3 minutes',
  learnNow: 'Learn by doing',
};
