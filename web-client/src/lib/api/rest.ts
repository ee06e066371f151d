// REST client. A function for each operation of the server that the page asks for.

import type {
  DiceReport,
  GameInfo,
  Leaderboard,
  MatchPage,
  MatchRecord,
  MatchSummary,
  Player,
  PlayerPage,
  PlayerRatings,
  Pool,
  Problem,
  RatingHistory,
  Replay,
  SeatKey,
  Session,
  SessionList,
} from '../protocol';
import { inWords } from '../game/matchFilter';
import type { MatchFilter } from '../game/matchFilter';
import type { FetchPart } from '../net/paging';
import { address } from '../net/address';
import { Refusal } from '../net/refusal';

/** Gives oneself a name; the server answers with a cookie that scripts cannot read. */
export function begin(name: string): Promise<Session> {
  return ask('api/v1/session', { method: 'POST', body: { name } });
}

/** Changes one's name. */
export function rename(name: string): Promise<Session> {
  return ask('api/v1/session', { method: 'PATCH', body: { name } });
}

/** Plays for a seat on this device too, by the key from the seat's link. */
export function openSeat(table: string, key: string): Promise<Session> {
  return ask('api/v1/session/seat', { method: 'POST', body: { table, key } });
}

/** Whose seat a key opens. */
export function seatHolder(table: string, key: string): Promise<Player> {
  const headers = { 'x-seat-key': key };
  return ask(`api/v1/tables/${encodeURIComponent(table)}/seat-key`, { headers });
}

/** Ends the session that this browser has; says who one is then. */
export function signOut(): Promise<Session> {
  return ask('api/v1/session', { method: 'DELETE' });
}

/** Where one is signed in. */
export function sessions(): Promise<SessionList> {
  return ask('api/v1/sessions');
}

/** Ends one of one's sessions, or all others; gives what is left. */
export function endSessions(id?: number): Promise<SessionList> {
  return ask(`api/v1/sessions${id === undefined ? '' : `/${id}`}`, { method: 'DELETE' });
}

/** What opens one's own seat at a table from another device. */
export function seatKey(table: string): Promise<SeatKey> {
  return ask(`api/v1/tables/${encodeURIComponent(table)}/seat-key`, { method: 'POST' });
}

/** The games that can be played here. */
export function games(): Promise<GameInfo[]> {
  return ask('api/v1/games');
}

/** Finished games that fit, newest first. A page may come back short, and yet not be the last. */
function matches(filter: MatchFilter, page: Wanted): Promise<MatchPage> {
  return ask(`api/v1/matches?${paged(new URLSearchParams(inWords(filter)), page)}`);
}

/** The same, to be read part by part. */
export function fetchMatches(filter: MatchFilter): FetchPart<MatchSummary> {
  return async (cursor, limit) => {
    const { matches: items, next } = await matches(filter, { cursor, limit });
    return { items, next };
  };
}

/** One finished game, with all that it changed. */
export function match(id: string, key?: string): Promise<MatchRecord> {
  return ask(`api/v1/matches/${encodeURIComponent(id)}`, { key });
}

/** Who somebody is. */
export function player(id: string): Promise<PlayerPage> {
  return ask(`api/v1/players/${encodeURIComponent(id)}`);
}

/** Somebody's ratings, in every game that they have played rated. */
export function ratings(id: string): Promise<PlayerRatings> {
  return ask(`api/v1/players/${encodeURIComponent(id)}/ratings`);
}

/** The games that made a rating what it is, the last first. */
export function ratingHistory(
  { player, game, pool }: { player: string; game: string; pool: Pool },
  page: Wanted,
): Promise<RatingHistory> {
  const place = `${encodeURIComponent(player)}/ratings/${encodeURIComponent(game)}`;
  return ask(`api/v1/players/${place}?${paged(new URLSearchParams({ pool }), page)}`);
}

/** Who is rated highest. */
export function leaderboard(game: string, pool: Pool, page: Wanted): Promise<Leaderboard> {
  const query = paged(new URLSearchParams({ pool }), page);
  return ask(`api/v1/leaderboards/${encodeURIComponent(game)}?${query}`);
}

/** Every event of a finished game. */
export function replay(id: string, key?: string): Promise<Replay> {
  return ask(`api/v1/matches/${encodeURIComponent(id)}/replay`, { key });
}

/** Everything that proves the dice of a finished game. */
export function dice(id: string, key?: string): Promise<DiceReport> {
  return ask(`api/v1/matches/${encodeURIComponent(id)}/dice`, { key });
}

/** Which part of a list is asked for: what follows a cursor, or the beginning. */
export interface Wanted {
  cursor: string | null;
  limit: number;
}

function paged(query: URLSearchParams, { cursor, limit }: Wanted): URLSearchParams {
  query.set('limit', String(limit));
  if (cursor) query.set('cursor', cursor);
  return query;
}

interface Ask {
  method?: string;
  body?: unknown;
  key?: string | undefined;
  headers?: Record<string, string>;
}

async function ask<T>(
  path: string,
  { method = 'GET', body, key, headers: more = {} }: Ask = {},
): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json', ...more };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key) headers['x-table-key'] = key;
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(address(path), init);
  } catch {
    throw new Refusal('unreachable', '');
  }
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const problem = (await response.json()) as Problem;
    return new Refusal(problem.code, problem.detail);
  } catch {
    // A proxy in between answers in its own words.
    return new Refusal('unreachable', '');
  }
}
