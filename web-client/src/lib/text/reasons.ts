// Result texts. Who won, and why a game ended.

import { language } from 'messages:language';
import * as m from 'messages:results';
import { endWords } from '../game/ends';
import type { GameInfo, LeaveReason, Outcome, Reason } from '../protocol';

/** How somebody leaves any game; how a game ends by its own rules, each game says itself. */
function isLeaving(reason: Reason): reason is LeaveReason {
  return Object.hasOwn(m.left, reason);
}

/** How any game ends by the players' own wish. */
const AGREED = 'agreed';

/** Why a game ended, as a sentence; `leaver` is the name of who left last. */
export function reasonWords(reason: Reason, game: GameInfo | undefined, leaver?: string): string {
  if (isLeaving(reason)) return leftWords(reason, leaver ?? m.player(), false);
  if (reason === AGREED) return m.agreed();
  const own = game?.reasons.find((one) => one.reason === reason);
  return game && own ? endWords(game, own) : m.ended();
}

/** How somebody left, as a sentence. */
export function leftWords(reason: LeaveReason, name: string, you: boolean): string {
  return m.left[reason]({ who: you ? 'you' : 'other', name });
}

/** How somebody left, in a list where their name stands already. */
export function leaveWords(reason: LeaveReason): string {
  return m.leaves[reason]();
}

/** Who won, as a sentence. */
export function winnerWords(
  ranks: readonly number[],
  names: readonly string[],
  me: number | null,
  teams: readonly number[] = [],
): string {
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (winners.length === ranks.length) return m.draw();
  if (winners.length === 0) return m.nobody();
  const [only] = winners;
  if (winners.length === 1 && only !== undefined) {
    return only === me ? m.youWin() : m.wins({ name: names[only] ?? m.somebody() });
  }
  const others = winners.filter((seat) => seat !== me);
  const called = others.map((seat) => names[seat] ?? m.somebodyOfThem());
  if (others.length < winners.length) called.unshift(m.you());
  const together = teams.length > 0 && new Set(winners.map((seat) => teams[seat])).size === 1;
  return (together ? m.winTogether : m.shareTheWin)({ names: listed(called) });
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

/** In British English no comma stands before the last. */
const all = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' });

/** "Ada, Bob and Cleo". */
export function listed(words: readonly string[]): string {
  return all.format(words);
}

/** How somebody came out of a game, as short as can be. */
export function placeFigure(rank: number, isDraw: boolean): string {
  return isDraw ? m.drawn() : ordinal(rank);
}

/** "1st", "2nd", "3rd", "4th". */
export function ordinal(rank: number): string {
  return m.place({ rank });
}
