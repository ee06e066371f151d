// Leaderboards over REST.

import type { Leaderboard, Pool } from '../protocol';
import type { Wanted } from './rest';
import { given, part } from './rest';

/** Who is rated highest, or highest of those who are not listed yet. */
export function leaderboard(
  { game, pool, provisional = false }: { game: string; pool: Pool; provisional?: boolean },
  page: Wanted,
): Promise<Leaderboard> {
  const params = { path: { game }, query: { pool, provisional, ...part(page) } };
  return given((api) => api.GET('/api/v1/leaderboards/{game}', { params }));
}
