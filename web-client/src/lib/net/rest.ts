import type {
  DiceReport,
  GameInfo,
  MatchPage,
  Problem,
  Replay,
  SeatKey,
  Session,
} from '../protocol';
import { address } from './address';
import { Refusal } from './refusal';

/** Gives oneself a name; the server answers with a cookie that scripts cannot read. */
export function begin(name: string): Promise<Session> {
  return ask('api/v1/session', { method: 'POST', body: { name } });
}

/** Changes one's name. */
export function rename(name: string): Promise<Session> {
  return ask('api/v1/session', { method: 'PATCH', body: { name } });
}

/** Becomes the player of a seat on this device too, by the key from the seat's link. */
export function openSeat(table: string, key: string): Promise<Session> {
  return ask('api/v1/session/seat', { method: 'POST', body: { table, key } });
}

/** What opens one's own seat at a table from another device. */
export function seatKey(table: string): Promise<SeatKey> {
  return ask(`api/v1/tables/${encodeURIComponent(table)}/seat-key`, { method: 'POST' });
}

/** The games that can be played here. */
export function games(): Promise<GameInfo[]> {
  return ask('api/v1/games');
}

/** Finished games, newest first. */
export function matches(cursor: string | null, limit: number): Promise<MatchPage> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  return ask(`api/v1/matches?${query}`);
}

/** Every event of a finished game. */
export function replay(id: string, key?: string): Promise<Replay> {
  return ask(`api/v1/matches/${encodeURIComponent(id)}/replay`, { key });
}

/** Everything that proves the dice of a finished game. */
export function dice(id: string, key?: string): Promise<DiceReport> {
  return ask(`api/v1/matches/${encodeURIComponent(id)}/dice`, { key });
}

interface Ask {
  method?: string;
  body?: unknown;
  key?: string | undefined;
}

async function ask<T>(path: string, { method = 'GET', body, key }: Ask = {}): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
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
