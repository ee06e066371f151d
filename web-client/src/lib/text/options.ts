import * as m from 'messages:home';
import type { GameInfo, OptionInfo, OptionValue } from '../protocol';

/** By game, option and value, in as few words as there is room for in a list. */
const SHORT: Record<string, Record<string, Record<string, () => string>>> = m.option;

/** Option summary. The options that differ from the default, in a few words. */
export function optionWords(game: GameInfo, options: Record<string, OptionValue>): string {
  const words = game.options.flatMap(({ name, label, kind }) => {
    const value = options[name];
    const [standard] =
      kind.type === 'switch' ? [kind.default] : kind.choices.map((one) => one.value);
    if (value === undefined || value === standard) return [];
    const known = SHORT[game.id]?.[name]?.[String(value)]?.();
    // Of a game that came after this page there are the words of the house.
    return known ?? plainWords(label, kind, value);
  });
  return words.filter(Boolean).join(', ');
}

function plainWords(label: string, kind: OptionInfo['kind'], value: OptionValue): string {
  const plain = label.toLowerCase();
  if (kind.type === 'switch') return value ? plain : m.without({ option: plain });
  return kind.choices.find((one) => one.value === value)?.label.toLowerCase() ?? '';
}
