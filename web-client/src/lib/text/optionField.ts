// Words of option fields. What a game's option is called where it is chosen, what it does, and so for each of its values.

import { option as options } from 'messages:newGame';
import type { OptionInfo } from '../protocol';

interface Words {
  label: string;
  help: string;
}
interface Known {
  label: () => string;
  help: () => string;
  values: Record<string, { label: () => string; help: () => string }>;
}

const KNOWN: Record<string, Record<string, Known>> = options;

/** An option's words: those of the house, where a game came after this page. */
export function fieldWords(game: string, { name, label, help }: OptionInfo): Words {
  const known = KNOWN[game]?.[name];
  return known ? { label: known.label(), help: known.help() } : { label, help };
}

/** The words of a value that it can have. */
export function valueWords(
  game: string,
  { name }: OptionInfo,
  choice: Words & { value: string },
): Words {
  const known = KNOWN[game]?.[name]?.values[choice.value];
  return known ? { label: known.label(), help: known.help() } : choice;
}
