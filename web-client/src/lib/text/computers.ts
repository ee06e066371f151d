// Computer texts. How strong computers are, and how they are marked, in words.

/** What a level is called, from the first on. */
const NAMES = [
  'Beginner',
  'Novice',
  'Casual',
  'Improver',
  'Skilled',
  'Advanced',
  'Expert',
  'Strongest',
];

/** A level's word; none for one that this page does not know. */
export function levelName(level: number): string {
  return NAMES[level - 1] ?? '';
}

/** A level, to be chosen: "3 · Casual". */
export function levelWords(level: number): string {
  return [level, levelName(level)].filter(Boolean).join(' · ');
}

/** What the mark beside a computer's name says. */
export function markWords(level: number): string {
  return `computer, level ${level}`;
}

/** What computer players are, on the page of one of them. */
export function aboutWords(level: number): string {
  const word = levelName(level);
  return `A computer player, level ${level} of ${NAMES.length}${word && `: ${word}`}. It plays every game of the house and says nothing. What it is rated comes from games against people.`;
}

/** Against how many computers one plays, and how strong they are. */
export function opponentsWords(count: number, level: number): string {
  const who = count === 1 ? 'One computer' : `${count} computers`;
  return `${who} of level ${levelWords(level)}.`;
}
