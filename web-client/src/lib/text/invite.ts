// Invitations. What is said where one waits for others, and where a link leads nowhere.

/** All that is said there. */
export const inviteTexts = {
  again: 'Try again',
  fetching: 'One moment…',
  going: 'Going to the table…',
  /** A link that leads nowhere, or lacks its key. */
  noTable: 'No table here',
  incomplete: 'This invite link is incomplete, or the game is gone.',
  ask: 'Ask for the whole link again, or open a table of your own.',
  toTables: 'To the tables',
  share: 'Share…',
  showCode: 'Show QR code',
  hideCode: 'Hide QR code',
  codeLabel: 'Code for the link to this table',
  meanwhile: 'Meanwhile',
  playComputer: 'Play the computer',
  readRules: 'Read the rules',
  solve: 'Solve a puzzle',
  waited: 'Time waited',
} as const;

/** What one says to whom one invites. */
export function inviteText(game: string): string {
  return `Play ${game} with me`;
}

/** Whom one waits for. */
export function searchingText(seats: number): string {
  return seats === 2 ? 'Looking for an opponent…' : 'Looking for opponents…';
}

/** Whom the link is for. */
export function sendText(free: number): string {
  return free === 1 ? 'Send this link to a friend' : 'Send this link to your friends';
}
