import { afterEach, expect, test, vi } from 'vitest';
import { limits } from '../game/samples';
import { SessionStore } from './session.svelte';

const ada = { id: 'p0', name: 'Ada' };
/** Somebody who sits nowhere. */
const nowhere = { of: () => [], leave: () => {}, forget: () => {} };
const hello = (player: typeof ada | null) =>
  ({ type: 'hello', protocol: 1, server: '', player, ping_every_ms: 1, ms: 0, limits }) as const;

function answer(status: number, body: unknown): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('document', { baseURI: 'http://a.b/' });
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

test('who has a name is not asked', async () => {
  const session = new SessionStore(() => {}, nowhere);
  session.hear(hello(ada));
  expect(await session.ensure()).toBe(true);
  expect(session.asking).toBeNull();
});

test('who has none is asked once, and may decline', async () => {
  const session = new SessionStore(() => {}, nowhere);
  const ensured = session.ensure();
  expect(session.asking).not.toBeNull();
  session.asking?.(false);
  expect(await ensured).toBe(false);
  expect(session.asking).toBeNull();
});

test('a new name comes back with the socket', async () => {
  const fetch = answer(200, { player: ada });
  let reconnected = false;
  const session = new SessionStore(() => {
    reconnected = true;
    queueMicrotask(() => session.hear(hello(ada)));
  }, nowhere);
  await session.name('Ada');
  expect(reconnected).toBe(true);
  expect(session.player).toEqual(ada);
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST' });
  await session.name('Ada again');
  expect(fetch.mock.calls[1]?.[1]).toMatchObject({ method: 'PATCH' });
});

test('a refusal is passed on', async () => {
  answer(422, { code: 'bad_name', detail: 'That name is too long.' });
  const session = new SessionStore(() => {}, nowhere);
  await expect(session.name('x')).rejects.toThrow('That name is too long.');
  expect(session.player).toBeNull();
});

test('who becomes another player keeps what opens the seats that they had', async () => {
  const ben = { id: 'p1', name: 'Ben' };
  const tables = ['a', 'over'].map((id) => ({ id, game: 'g', player: 'p0', private: false }));
  const recent = { of: () => tables, leave: vi.fn(), forget: vi.fn() };
  const asked: string[] = [];
  const answers = (url: URL): [number, unknown] => {
    const path = url.pathname;
    asked.push(path);
    if (path.endsWith('/tables/a/seat-key')) return [200, { key: 'k' }];
    if (path.endsWith('/tables/over/seat-key')) return [404, { code: 'no_table', detail: '' }];
    return [200, { player: ben }];
  };
  vi.stubGlobal('fetch', (url: URL) => {
    const [status, body] = answers(url);
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  vi.stubGlobal('document', { baseURI: 'http://a.b/' });
  const session = new SessionStore(() => queueMicrotask(() => session.hear(hello(ben))), recent);
  session.hear(hello(ada));
  await session.takeSeat('t', 'key of a seat of Ben’s');
  expect(session.player).toEqual(ben);
  expect(recent.leave.mock.calls).toEqual([['a', 'p0', { seat: 'k', name: 'Ada' }]]);
  expect(recent.forget.mock.calls).toEqual([['over', 'p0']]);
  expect(asked.at(-1)).toBe('/api/v1/session/seat');
});

test('nobody becomes another player while it is unknown whether they would lose a seat', async () => {
  const tables = [{ id: 'a', game: 'g', player: 'p0', private: false }];
  const session = new SessionStore(() => {}, { ...nowhere, of: () => tables });
  session.hear(hello(ada));
  answer(503, { code: 'unavailable', detail: 'Try again.' });
  await expect(session.takeSeat('t', 'k')).rejects.toThrow();
  expect(session.player).toEqual(ada);
});
