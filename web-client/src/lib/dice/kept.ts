// Record check. A finished game's dice against the game itself and what this browser saw of it.

import type { DiceProof, Event } from '../protocol';
import type { Flaw } from './proof';
import { check } from './proof';
import type { Seen } from './transcript';

/** What comes of checking a finished game's record in the browser. */
export type Finding =
  /** It fits, and so many of its seals are known here from before they were opened. */
  | { fits: true; witnessed: number }
  /** Something in it does not fit. */
  | { fits: false; flaw: Flaw }
  /** It fits, but it is not of the game that was played, or not what this browser saw being sealed. */
  | { fits: false; differs: 'game' | 'seen'; k: number };

/** Checks a record by itself, against the game's own events, and against what this browser saw at the time. */
export function examine(proof: DiceProof, events: readonly Event[], seen: Seen | null): Finding {
  const flaw = check(proof);
  if (flaw) return { fits: false, flaw };
  const played = events.filter((event) => event.type === 'roll' || event.type === 'lost');
  const count = Math.max(played.length, proof.rolls.length);
  for (let k = 0; k < count; k++) {
    const event = played[k];
    const entry = proof.rolls[k];
    const dice = event?.type === 'roll' ? event.dice : null;
    const same =
      event?.seat === entry?.roller &&
      event?.opened?.secret === entry?.secret &&
      dice?.join() === entry?.dice?.join();
    if (!same) return { fits: false, differs: 'game', k };
  }
  const sealed = [...proof.rolls.map((entry) => entry.seal), proof.unopened];
  const known = (seen?.seals ?? []).map((seal, k) => ({ seal, k })).filter(({ seal }) => seal);
  const other = known.find(({ seal, k }) => sealed[k] !== seal);
  if (other) return { fits: false, differs: 'seen', k: other.k };
  return { fits: true, witnessed: known.filter(({ k }) => k < proof.rolls.length).length };
}
