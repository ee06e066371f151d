// Games in words, at length: what they are about, what their scores count, what their options do. What this page does not know is
// told in the server's words.

import * as m from 'messages:gameInfo';
import type { Choice, GameInfo, OptionInfo, ScoreInfo } from '../protocol';
import { lookUp } from '../language/codes';

type Told = () => string;

interface Help {
  label: Told;
  help: Told;
  /** What its choices do; a switch has none. */
  values?: Record<string, Told>;
}

const summaries: Record<string, Told> = m.summaries;
const scores: Record<string, Record<keyof ScoreInfo, Told>> = m.score;
const options: Record<string, Record<string, Help>> = m.options;

function helpOf(game: string, { name }: OptionInfo): Help | undefined {
  return lookUp(lookUp(options, game) ?? {}, name);
}

/** What a game is about, in one sentence. */
export function summaryWords({ id, summary }: GameInfo): string {
  return lookUp(summaries, id)?.() ?? summary;
}

/** What a game's scores count; null where it has none. */
export function scoreOf(game: GameInfo | undefined): ScoreInfo | null {
  if (!game?.score) return null;
  const known = lookUp(scores, game.id);
  return known ? { label: known.label(), help: known.help() } : game.score;
}

/** What an option is called. */
export function optionLabel(game: string, option: OptionInfo): string {
  return helpOf(game, option)?.label() ?? option.label;
}

/** What an option does. */
export function optionHelp(game: string, option: OptionInfo): string {
  return helpOf(game, option)?.help() ?? option.help;
}

/** What one of its choices does. */
export function choiceHelp(game: string, option: OptionInfo, choice: Choice): string {
  return lookUp(helpOf(game, option)?.values ?? {}, choice.value)?.() ?? choice.help;
}
