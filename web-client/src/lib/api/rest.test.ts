import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSessions } from './sessions';
import { player } from './players';
import { fetchMatches, openSeat, replay } from './rest';

const fetch = vi.fn<(request: Request) => Promise<Response>>();

/** Has whatever is asked answered so. */
const answer = (make: () => Response): void => void fetch.mockImplementation(async () => make());

/** What was asked last. */
const asked = (): Request => fetch.mock.lastCall?.[0] as Request;

beforeEach(() => {
  answer(() => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('document', { baseURI: 'http://a.b/play/' });
});

afterEach(() => vi.unstubAllGlobals());

test('a house may live under a path, and what stands in an address is written so that it stays there', async () => {
  await player('a/b?');
  expect(asked().url).toBe('http://a.b/play/api/v1/players/a%2Fb%3F');
  expect(asked().headers.get('accept')).toBe('application/json');
  expect([asked().credentials, asked().cache]).toEqual(['same-origin', 'default']);
});

test('a list is asked for part by part, by what one wants to see', async () => {
  answer(() => Response.json({ matches: ['a game'], next: null }));
  const part = fetchMatches({ game: 'a & b', rated: false });
  expect(await part(null, 20)).toEqual({ items: ['a game'], next: null });
  expect(asked().url).toBe('http://a.b/play/api/v1/matches?game=a%20%26%20b&rated=false&limit=20');
  await part('next', 5);
  expect(new URL(asked().url).searchParams.get('cursor')).toBe('next');
});

test('a key goes along where there is one', async () => {
  await replay('g', 'secret');
  expect(asked().headers.get('x-table-key')).toBe('secret');
  await replay('g');
  expect(asked().headers.has('x-table-key')).toBe(false);
});

test('what is sent is JSON, and an end is asked for without any', async () => {
  await openSeat('t', 'k');
  expect(asked().headers.get('content-type')).toBe('application/json');
  expect(await asked().json()).toEqual({ table: 't', key: 'k' });
  await endSessions(7);
  expect([asked().method, asked().url, asked().body]).toEqual([
    'DELETE',
    'http://a.b/play/api/v1/sessions/7',
    null,
  ]);
  expect(asked().headers.has('content-type')).toBe(false);
});

test('a refusal has its code; no answer, or one that is not the server’s, is told as such', async () => {
  const problem = { code: 'no_player', detail: 'there is no such player' };
  answer(() => Response.json(problem, { status: 404 }));
  await expect(player('p')).rejects.toMatchObject({ name: 'Refusal', code: 'no_player' });
  answer(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(player('p')).rejects.toMatchObject({ name: 'Refusal', code: 'unreachable' });
  fetch.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(player('p')).rejects.toMatchObject({ name: 'Refusal', code: 'unreachable' });
});
