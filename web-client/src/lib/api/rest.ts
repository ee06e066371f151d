// REST client. How the server is asked, in the types of its OpenAPI document, and a function for each thing that the first page or
// many others ask for; what one page asks for stands beside this, and comes with that page.
// `openapi-fetch` stays at 0.16: in 0.17 a type of its own (`Readable`) makes arrays of the tuples in what comes back.

import type { Client, Middleware } from 'openapi-fetch';
import type {
  GameInfo,
  MatchAnalysis,
  MatchRecord,
  MatchSummary,
  Problem,
  PuzzleOfTheDay,
  Replay,
  Session,
} from '../protocol';
import type { MatchFilter } from '../game/matchFilter';
import type { FetchPart } from '../net/paging';
import { address } from '../net/address';
import { Refusal, fetchRefusals } from '../net/refusal';
import type { paths } from './paths';

/** Gives oneself a name; the server answers with a cookie that scripts cannot read. */
export function begin(name: string): Promise<Session> {
  return given((api) => api.POST('/api/v1/session', { body: { name } }));
}

/** Gives a name to somebody who plays beside one on this device: the page stays who it is, and the answer holds their token. */
export function beginBeside(name: string): Promise<Session> {
  const body = { name, bearer: true };
  return given((api) => api.POST('/api/v1/session', { body, credentials: 'omit' }));
}

/** Changes one's name. */
export function rename(name: string): Promise<Session> {
  return given((api) => api.PATCH('/api/v1/session', { body: { name } }));
}

/** Plays for a seat on this device too, by the key from the seat's link. */
export function openSeat(table: string, key: string): Promise<Session> {
  return given((api) => api.POST('/api/v1/session/seat', { body: { table, key } }));
}

/** Ends the session that this browser has; says who one is then. */
export function signOut(): Promise<Session> {
  return given((api) => api.DELETE('/api/v1/session'));
}

/** The games that can be played here. */
export function games(): Promise<GameInfo[]> {
  return given((api) => api.GET('/api/v1/games'));
}

/** Finished games that fit, newest first, part by part. A part may come back short, and yet not be the last. */
export function fetchMatches(filter: MatchFilter): FetchPart<MatchSummary> {
  return async (cursor, limit) => {
    const query = { ...filter, ...part({ cursor, limit }) };
    const page = await given((api) => api.GET('/api/v1/matches', { params: { query } }));
    return { items: page.matches, next: page.next };
  };
}

/** One finished game, with all that it changed. */
export function match(id: string, key?: string): Promise<MatchRecord> {
  return given((api) => api.GET('/api/v1/matches/{id}', { params: keyed(id, key) }));
}

/** The puzzle of the day. */
export function puzzleOfTheDay(): Promise<PuzzleOfTheDay> {
  return given((api) => api.GET('/api/v1/puzzles/today'));
}

/** Every event of a finished game. */
export function replay(id: string, key?: string): Promise<Replay> {
  return given((api) => api.GET('/api/v1/matches/{id}/replay', { params: keyed(id, key) }));
}

/** What the strongest computer makes of a finished game, if somebody has had it analysed. */
export function analysis(id: string, key?: string): Promise<MatchAnalysis> {
  return given((api) => api.GET('/api/v1/matches/{id}/analysis', { params: keyed(id, key) }));
}

/** What it makes of a game that is on, as far as all who play have allowed it. */
export function liveAnalysis(id: string, key?: string): Promise<MatchAnalysis> {
  return given((api) => api.GET('/api/v1/tables/{id}/analysis', { params: keyed(id, key) }));
}

/** Which part of a list is asked for: what follows a cursor, or the beginning. */
export interface Wanted {
  cursor: string | null;
  limit: number;
}

/** It as parameters: a beginning has no cursor. */
export function part({ cursor, limit }: Wanted) {
  return cursor === null ? { limit } : { cursor, limit };
}

/** A finished game, with the key that a private one asks for. */
export function keyed(id: string, key: string | undefined) {
  return { path: { id }, header: key ? { 'x-table-key': key } : {} };
}

const refusals: Middleware = {
  onError: () => new Refusal('unreachable', ''),
  async onResponse({ response }) {
    if (!response.ok) throw await refusal(response);
  },
};

/** Made when something is asked: only a page has a base, and a page can be used before the library is there. */
async function client(): Promise<Client<paths>> {
  const { default: createClient } = await import('openapi-fetch').catch(() => {
    throw new Refusal('unreachable', '');
  });
  const client = createClient<paths>({
    baseUrl: address('./').href,
    headers: { accept: 'application/json' },
  });
  client.use(refusals);
  return client;
}

/** What came back; a refusal was thrown before. */
export async function given<T>(ask: (api: Client<paths>) => Promise<{ data?: T }>): Promise<T> {
  return (await ask(await client())).data as T;
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const problem = (await response.json()) as Problem;
    await fetchRefusals();
    return new Refusal(problem.code, problem.detail);
  } catch {
    // A proxy in between answers in its own words.
    return new Refusal('unreachable', '');
  }
}
