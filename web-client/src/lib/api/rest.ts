// REST client. A function for each operation of the server that the page asks for, in the types of its OpenAPI document.
// `openapi-fetch` stays at 0.16: in 0.17 a type of its own (`Readable`) makes arrays of the tuples in what comes back.

import type { Client, Middleware } from 'openapi-fetch';
import type {
  DiceReport,
  GameInfo,
  Leaderboard,
  MatchAnalysis,
  MatchRecord,
  MatchSummary,
  Objection,
  OwnToken,
  Player,
  PlayerPage,
  PlayerRatings,
  Preferences,
  Pool,
  Problem,
  ProofCheck,
  PushRequest,
  PushStatus,
  Puzzle,
  PuzzleAnswer,
  PuzzleOfTheDay,
  PuzzlePage,
  RatingHistory,
  Replay,
  Scope,
  SeatKey,
  Session,
  SessionList,
  TableCode,
  TokenList,
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

/** Whose seat a key opens. */
export function seatHolder(id: string, key: string): Promise<Player> {
  const params = { path: { id }, header: { 'x-seat-key': key } };
  return given((api) => api.GET('/api/v1/tables/{id}/seat-key', { params }));
}

/** Ends the session that this browser has; says who one is then. */
export function signOut(): Promise<Session> {
  return given((api) => api.DELETE('/api/v1/session'));
}

/** Where one is signed in. */
export function sessions(): Promise<SessionList> {
  return given((api) => api.GET('/api/v1/sessions'));
}

/** Ends one of one's sessions, or all others; gives what is left. */
export function endSessions(id?: number): Promise<SessionList> {
  if (id === undefined) return given((api) => api.DELETE('/api/v1/sessions'));
  return given((api) => api.DELETE('/api/v1/sessions/{id}', { params: { path: { id } } }));
}

/** What one's programs may. */
export function tokens(): Promise<TokenList> {
  return given((api) => api.GET('/api/v1/tokens'));
}

/** Makes a token for a program, good for that and for reading; it is told this once. */
export function createToken(name: string, scopes: readonly Scope[]): Promise<OwnToken> {
  return given((api) => api.POST('/api/v1/tokens', { body: { name, scopes: [...scopes] } }));
}

/** Revokes one of one's tokens; gives what is left. */
export function revokeToken(id: number): Promise<TokenList> {
  return given((api) => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } }));
}

/** How one likes the page, as chosen on any device. */
export function readPreferences(): Promise<Preferences> {
  return given((api) => api.GET('/api/v1/session/preferences'));
}

/** Keeps how one likes the page, in place of what was kept. */
export function keepPreferences(body: Preferences): Promise<Preferences> {
  return given((api) => api.PUT('/api/v1/session/preferences', { body }));
}

/** Whether this browser is told by Web Push, and the key to subscribe for. */
export function pushStatus(): Promise<PushStatus> {
  return given((api) => api.GET('/api/v1/push'));
}

/** Has this browser told. */
export function subscribePush(body: PushRequest): Promise<PushStatus> {
  return given((api) => api.POST('/api/v1/push', { body }));
}

/** Has it told no more. */
export function unsubscribePush(): Promise<PushStatus> {
  return given((api) => api.DELETE('/api/v1/push'));
}

/** What opens one's own seat at a table from another device. */
export function seatKey(id: string): Promise<SeatKey> {
  return given((api) => api.POST('/api/v1/tables/{id}/seat-key', { params: { path: { id } } }));
}

/** A table's short address: made when somebody asks for it first. */
export function tableCode(id: string): Promise<TableCode> {
  return given((api) => api.POST('/api/v1/tables/{id}/code', { params: { path: { id } } }));
}

/** The table that a short address leads to. */
export function tableOfCode(code: string): Promise<TableCode> {
  return given((api) => api.GET('/api/v1/codes/{code}', { params: { path: { code } } }));
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

/** Who somebody is. */
export function player(id: string): Promise<PlayerPage> {
  return given((api) => api.GET('/api/v1/players/{id}', { params: { path: { id } } }));
}

/** Somebody's ratings, in every game that they have played rated. */
export function ratings(id: string): Promise<PlayerRatings> {
  return given((api) => api.GET('/api/v1/players/{id}/ratings', { params: { path: { id } } }));
}

/** The games that made a rating what it is, the last first. */
export function ratingHistory(
  { player: id, game, pool }: { player: string; game: string; pool: Pool },
  page: Wanted,
): Promise<RatingHistory> {
  const params = { path: { id, game }, query: { pool, ...part(page) } };
  return given((api) => api.GET('/api/v1/players/{id}/ratings/{game}', { params }));
}

/** Who is rated highest, or highest of those who are not listed yet. */
export function leaderboard(
  { game, pool, provisional = false }: { game: string; pool: Pool; provisional?: boolean },
  page: Wanted,
): Promise<Leaderboard> {
  const params = { path: { game }, query: { pool, provisional, ...part(page) } };
  return given((api) => api.GET('/api/v1/leaderboards/{game}', { params }));
}

/** The puzzle of the day. */
export function puzzleOfTheDay(): Promise<PuzzleOfTheDay> {
  return given((api) => api.GET('/api/v1/puzzles/today'));
}

/** The puzzles of a game. */
export function puzzles(game: string, page: Wanted): Promise<PuzzlePage> {
  return given((api) => api.GET('/api/v1/puzzles', { params: { query: { game, ...part(page) } } }));
}

/** A puzzle with its board. */
export function puzzle(id: string): Promise<Puzzle> {
  return given((api) => api.GET('/api/v1/puzzles/{id}', { params: { path: { id } } }));
}

/** Why an action, or one that begins so, may not be taken in a puzzle; null if it may. */
export async function explainPuzzle(id: string, action: string): Promise<Objection | null> {
  const params = { path: { id }, query: { action } };
  const found = await given((api) => api.GET('/api/v1/puzzles/{id}/objection', { params }));
  return found.objection;
}

/** Whether an action solves a puzzle, and what does. */
export function attemptPuzzle(id: string, action: string): Promise<PuzzleAnswer> {
  const params = { path: { id } };
  return given((api) => api.POST('/api/v1/puzzles/{id}/attempts', { params, body: { action } }));
}

/** Every event of a finished game. */
export function replay(id: string, key?: string): Promise<Replay> {
  return given((api) => api.GET('/api/v1/matches/{id}/replay', { params: keyed(id, key) }));
}

/** Whether there is a table of that id, to which one may go. */
export async function isTable(id: string, key?: string): Promise<boolean> {
  try {
    await given((api) => api.GET('/api/v1/tables/{id}', { params: keyed(id, key) }));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unreachable') return false;
    throw error;
  }
}

/** What the strongest computer makes of a finished game, if somebody has had it analysed. */
export function analysis(id: string, key?: string): Promise<MatchAnalysis> {
  return given((api) => api.GET('/api/v1/matches/{id}/analysis', { params: keyed(id, key) }));
}

/** What it makes of a game that is on, as far as all who play have allowed it. */
export function liveAnalysis(id: string, key?: string): Promise<MatchAnalysis> {
  return given((api) => api.GET('/api/v1/tables/{id}/analysis', { params: keyed(id, key) }));
}

/** Everything that proves the dice of a finished game. */
export function dice(id: string, key?: string): Promise<DiceReport> {
  return given((api) => api.GET('/api/v1/matches/{id}/dice', { params: keyed(id, key) }));
}

/** The proof of a finished game, as text. */
export function proof(id: string, key?: string): Promise<string> {
  const params = keyed(id, key);
  return given((api) => api.GET('/api/v1/matches/{id}/proof', { params, parseAs: 'text' }));
}

/** What the house finds of a proof. */
export function checkProof(text: string): Promise<ProofCheck> {
  const asText = { body: text, bodySerializer: String, headers: { 'content-type': 'text/plain' } };
  return given((api) => api.POST('/api/v1/check-proof', asText));
}

/** Which part of a list is asked for: what follows a cursor, or the beginning. */
export interface Wanted {
  cursor: string | null;
  limit: number;
}

/** It as parameters: a beginning has no cursor. */
function part({ cursor, limit }: Wanted) {
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
