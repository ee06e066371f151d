// Tournaments over REST.

import type {
  Tournament,
  TournamentRequest,
  TournamentStatus,
  TournamentSummary,
} from '../protocol';
import type { FetchPart } from '../net/paging';
import { given, part } from './rest';

/** Those that stand so, all of them or a club's, the newest first. */
export function fetchTournaments(
  status: TournamentStatus,
  club: string | undefined,
): FetchPart<TournamentSummary> {
  return async (cursor, limit) => {
    const query = { status, ...(club && { club }), ...part({ cursor, limit }) };
    const page = await given((api) => api.GET('/api/v1/tournaments', { params: { query } }));
    return { items: page.tournaments, next: page.next ?? null };
  };
}

/** A tournament as it stands now. */
export function tournament(id: string): Promise<Tournament> {
  return given((api) => api.GET('/api/v1/tournaments/{id}', { params: { path: { id } } }));
}

/** Sets one up. */
export function createTournament(body: TournamentRequest): Promise<Tournament> {
  return given((api) => api.POST('/api/v1/tournaments', { body }));
}

/** Takes one back that has not begun. */
export function cancelTournament(id: string): Promise<Tournament> {
  return given((api) => api.DELETE('/api/v1/tournaments/{id}', { params: { path: { id } } }));
}

/** Takes part, or no further part. */
export function enterTournament(id: string, takesPart: boolean): Promise<Tournament> {
  const where = { params: { path: { id } } };
  const path = '/api/v1/tournaments/{id}/entry';
  return given((api) => (takesPart ? api.PUT(path, where) : api.DELETE(path, where)));
}
