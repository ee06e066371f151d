import { ends } from 'messages:results';
import { lookUp } from '../language/codes';
import type { GameInfo, ReasonInfo } from '../protocol';

const known: Record<string, Record<string, () => string>> = ends;

/** A way in which a game ends by its own rules, as a sentence. */
export function endWords(game: GameInfo, { reason, sentence }: ReasonInfo): string {
  return lookUp(lookUp(known, game.id) ?? {}, reason)?.() ?? sentence;
}
