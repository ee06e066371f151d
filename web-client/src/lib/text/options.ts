import type { GameInfo, OptionValue } from '../protocol';

/** Option summary. The options that differ from the default, in a few words. */
export function optionWords(game: GameInfo, options: Record<string, OptionValue>): string {
  const words = game.options.flatMap((option) => {
    const value = options[option.name];
    if (value === undefined) return [];
    if (option.kind.type === 'switch') {
      if (value === option.kind.default) return [];
      return [value ? option.label.toLowerCase() : `no ${option.label.toLowerCase()}`];
    }
    const [standard] = option.kind.choices;
    if (value === standard?.value) return [];
    return [option.kind.choices.find((one) => one.value === value)?.label.toLowerCase() ?? ''];
  });
  return words.filter(Boolean).join(', ');
}
