import type { MatchSummary } from '../protocol';

/** Winning streak. How many of the games, of which the last comes first, somebody has won in a row. */
export function winsInARow(matches: readonly MatchSummary[], player: string): number {
  const hasWon = ({ seats }: MatchSummary): boolean =>
    seats.some((seat) => seat.player.id === player && seat.result === 'won');
  const lost = matches.findIndex((match) => !hasWon(match));
  return lost < 0 ? matches.length : lost;
}
