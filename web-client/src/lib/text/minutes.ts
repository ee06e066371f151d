// Length of games. How long one of each takes as a rule, for those who choose.

const MINUTES: Record<string, number> = {
  'martian-chess': 15,
  'martian-frisby': 10,
  'martian-go': 20,
  'branches-twigs-thorns': 20,
  'martian-mud-wrestling': 15,
  'martian-backgammon': 20,
};

/** How long a game takes as a rule; nothing of one that is not known for it. */
export function minutesWords(game: string): string {
  const minutes = MINUTES[game];
  return minutes === undefined ? '' : `${minutes} min`;
}
