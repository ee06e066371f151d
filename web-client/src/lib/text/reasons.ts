// Result texts. Who won, and why a game ended.

import type { GameInfo, LeaveReason, Outcome, Reason } from '../protocol';

/** How somebody leaves any game; how a game ends by its own rules, it says itself. */
const LEAVES: Record<LeaveReason, string> = {
  resigned: 'resigned',
  timeout: 'ran out of time',
  abandoned: 'left the table',
};

function isLeaving(reason: Reason): reason is LeaveReason {
  return Object.hasOwn(LEAVES, reason);
}

/** How any game ends by the players' own wish. */
const AGREED = 'agreed';

/** Why a game ended, as a sentence; `leaver` is the name of who left last. */
export function reasonWords(reason: Reason, game: GameInfo | undefined, leaver?: string): string {
  if (isLeaving(reason)) return `${leaver ?? 'A player'} ${LEAVES[reason]}.`;
  if (reason === AGREED) return 'The players agreed on a draw.';
  const own = game?.reasons.find((one) => one.reason === reason);
  return own?.sentence ?? 'The game has ended.';
}

/** How somebody left, after their name. */
export function leaveWords(reason: LeaveReason): string {
  return LEAVES[reason] ?? 'left';
}

/** Who won, as a sentence. */
export function winnerWords(
  ranks: readonly number[],
  names: readonly string[],
  me: number | null,
  teams: readonly number[] = [],
): string {
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (winners.length === ranks.length) return 'A draw.';
  if (winners.length === 0) return 'Nobody wins.';
  const [only] = winners;
  if (winners.length === 1 && only !== undefined) {
    return only === me ? 'You win!' : `${names[only] ?? 'Somebody'} wins.`;
  }
  const others = winners.filter((seat) => seat !== me).map((seat) => names[seat] ?? 'somebody');
  const called = others.length < winners.length ? ['You', ...others] : others;
  const together = teams.length > 0 && new Set(winners.map((seat) => teams[seat])).size === 1;
  return together ? `${listed(called)} win.` : `${listed(called)} share the win.`;
}

/** The whole result, for speech. Who left has been told by then. */
export function outcomeWords(
  outcome: Outcome,
  names: readonly string[],
  me: number | null,
  teams: readonly number[],
  game: GameInfo | undefined,
): string {
  const winner = winnerWords(outcome.ranks, names, me, teams);
  return isLeaving(outcome.reason) ? winner : `${winner} ${reasonWords(outcome.reason, game)}`;
}

/** "Ada, Bob and Cleo". */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** How somebody came out of a game, as short as can be. */
export function placeFigure(rank: number, isDraw: boolean): string {
  return isDraw ? 'draw' : ordinal(rank);
}

/** "1st", "2nd", "3rd", "4th". */
export function ordinal(rank: number): string {
  return `${rank}${['st', 'nd', 'rd'][rank - 1] ?? 'th'}`;
}
