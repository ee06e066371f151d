// Clubs over REST.

import type { Club, ClubRequest, ClubSummary } from '../protocol';
import type { FetchPart } from '../net/paging';
import { given, part } from './rest';

/** Clubs whose names begin so, the newest first. */
export function fetchClubs(name: string): FetchPart<ClubSummary> {
  return async (cursor, limit) => {
    const query = { ...(name && { name }), ...part({ cursor, limit }) };
    const page = await given((api) => api.GET('/api/v1/clubs', { params: { query } }));
    return { items: page.clubs, next: page.next ?? null };
  };
}

/** The clubs to which somebody belongs: no more than come at once. */
export async function clubsOf(player: string): Promise<readonly ClubSummary[]> {
  const query = { player, limit: 100 };
  return (await given((api) => api.GET('/api/v1/clubs', { params: { query } }))).clubs;
}

/** A club as it is now. */
export function club(id: string): Promise<Club> {
  return given((api) => api.GET('/api/v1/clubs/{id}', { params: { path: { id } } }));
}

/** Founds one. */
export function foundClub(body: ClubRequest): Promise<Club> {
  return given((api) => api.POST('/api/v1/clubs', { body }));
}

/** Gives one's own another name, or other words. */
export function changeClub(id: string, body: ClubRequest): Promise<Club> {
  return given((api) => api.PUT('/api/v1/clubs/{id}', { params: { path: { id } }, body }));
}

/** Closes one for good. */
export function closeClub(id: string): Promise<Club> {
  return given((api) => api.DELETE('/api/v1/clubs/{id}', { params: { path: { id } } }));
}

/** Belongs to it, or no longer. */
export function enterClub(id: string, belongs: boolean): Promise<Club> {
  const where = { params: { path: { id } } };
  const path = '/api/v1/clubs/{id}/membership';
  return given((api) => (belongs ? api.PUT(path, where) : api.DELETE(path, where)));
}

/** Puts a member of one's own out, or lets them in again. */
export function admitMember(id: string, player: string, admitted: boolean): Promise<Club> {
  const where = { params: { path: { id, player } } };
  const path = '/api/v1/clubs/{id}/members/{player}';
  return given((api) => (admitted ? api.PUT(path, where) : api.DELETE(path, where)));
}

/** Makes one's own a member's. */
export function handOverClub(id: string, player: string): Promise<Club> {
  const params = { path: { id } };
  return given((api) => api.PUT('/api/v1/clubs/{id}/owner', { params, body: { player } }));
}
