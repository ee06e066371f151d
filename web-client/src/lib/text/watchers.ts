import * as m from 'messages:table';
import type { Watchers } from '../protocol';

/**
 * Spectator summary. Those who watch besides the ones whose names are known, as a sentence; nothing
 * if there are none.
 */
export function restWords({ count, names }: Watchers): string {
  const rest = count - names.length;
  if (rest <= 0) return '';
  return names.length > 0 ? m.otherWatchers({ count: rest }) : m.nameless({ count: rest });
}
