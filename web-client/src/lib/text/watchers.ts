import type { Watchers } from '../protocol';
import { counted } from './clock';

/**
 * Spectator summary. Those who watch besides the ones whose names are known, as a sentence; nothing
 * if there are none.
 */
export function restWords({ count, names }: Watchers): string {
  const rest = count - names.length;
  if (rest <= 0) return '';
  return names.length > 0
    ? `And ${counted(rest, 'other', 'others')}.`
    : `${counted(rest, 'guest')} without a name.`;
}
