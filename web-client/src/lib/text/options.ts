import { language } from 'messages:language';
import type { GameInfo, OptionValue } from '../protocol';
import { choiceWords, switchWords } from './games';

/** Option summary. The options that differ from the default, in a few words. */
export function optionWords(game: GameInfo, options: Record<string, OptionValue>): string {
  const words = game.options.flatMap((option) => {
    const value = options[option.name];
    if (value === undefined) return [];
    if (option.kind.type === 'switch') {
      return value === option.kind.default ? [] : [switchWords(game, option, value === true)];
    }
    const [standard] = option.kind.choices;
    const choice = option.kind.choices.find((one) => one.value === value);
    return choice && choice !== standard ? [choiceWords(game.id, option, choice)] : [];
  });
  return words.map(midSentence).join(', ');
}

/** As it stands after something else; German nouns begin with a capital there, too. */
function midSentence(words: string): string {
  return language === 'de' ? words : words.toLocaleLowerCase(language);
}
