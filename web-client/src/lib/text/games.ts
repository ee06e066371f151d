// Games in words, as short as can be: their options' choices, and the chances of their seats. What this page does not know is
// called as the server calls it.

import * as m from 'messages:games';
import type { Choice, GameInfo, OptionInfo, SeatAdvantage } from '../protocol';
import { lookUp } from '../language/codes';

type Told = () => string;

const options: Record<string, Record<string, Record<string, Told>>> = m.options;

function valueWords(game: string, option: string, value: string): string | undefined {
  const known = lookUp(lookUp(options, game) ?? {}, option);
  return known && lookUp(known, value)?.();
}

/** What a choice of an option is called. */
export function choiceWords(game: string, option: OptionInfo, choice: Choice): string {
  return valueWords(game, option.name, choice.value) ?? choice.label;
}

/** What it is called that a switch is on, or off. */
export function switchWords(game: GameInfo, option: OptionInfo, on: boolean): string {
  return valueWords(game.id, option.name, String(on)) ?? option.label;
}

/** What is known of the seats' chances, as a sentence. */
export function advantageWords({ seats, only, wins, sentence }: SeatAdvantage): string {
  const [first = 0, second = 0, third = 0] = wins;
  if (seats === 2) {
    return only ? m.beginnersAdvantageSo({ first }) : m.beginnersAdvantage({ first });
  }
  return seats === 3 ? m.advantageOfThree({ first, second, third }) : sentence;
}
