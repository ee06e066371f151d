// Dice over REST. What proves those of a finished game.

import type { DiceReport } from '../protocol';
import { given, keyed } from './rest';

/** Everything that proves the dice of a finished game. */
export function dice(id: string, key?: string): Promise<DiceReport> {
  return given((api) => api.GET('/api/v1/matches/{id}/dice', { params: keyed(id, key) }));
}
