// Rating history over REST. How a rating came about.

import type { Pool, RatingHistory } from '../protocol';
import type { Wanted } from './rest';
import { given, part } from './rest';

/** The games that made a rating what it is, the last first. */
export function ratingHistory(
  { player: id, game, pool }: { player: string; game: string; pool: Pool },
  page: Wanted,
): Promise<RatingHistory> {
  const params = { path: { id, game }, query: { pool, ...part(page) } };
  return given((api) => api.GET('/api/v1/players/{id}/ratings/{game}', { params }));
}
