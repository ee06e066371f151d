import * as m from 'messages:filters';
import type { GameInfo, Reason } from '../protocol';
import { endWords } from '../game/ends';

/** Endings. Why games can have ended, to be chosen: in the ways of all games, and in those of one's own. */
export function endings(game: GameInfo | undefined): readonly (readonly [Reason, string])[] {
  const own = game
    ? game.reasons.map((one) => [one.reason, endWords(game, one).replace(/\.$/, '')] as const)
    : [];
  const any = Object.entries(m.ending).filter(([reason]) => !own.some(([one]) => one === reason));
  return [...own, ...any.map(([reason, label]) => [reason, label()] as const)];
}
