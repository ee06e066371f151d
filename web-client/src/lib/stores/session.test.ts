import { afterEach, expect, test, vi } from 'vitest';
import { limits } from '../testing/samples';
import { SessionStore } from './session.svelte';

const ada = { id: 'p0', name: 'Ada' };
const hello = (player: typeof ada | null, table?: string) =>
  ({
    type: 'hello',
    protocol: 1,
    server: '',
    player,
    ...(table ? { table } : {}),
    ping_every_ms: 1,
    ms: 0,
    limits,
  }) as const;

/** Has whatever is asked over REST answered so; the methods of what was asked. */
function answer(status: number, body: unknown): () => string[] {
  const fetch = vi.fn<(request: Request) => Promise<Response>>(async () =>
    Response.json(body, { status }),
  );
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('document', { baseURI: 'http://a.b/' });
  return () => fetch.mock.calls.map(([request]) => request.method);
}

afterEach(() => vi.unstubAllGlobals());

test('who has a name is not asked', async () => {
  const session = new SessionStore(() => {});
  session.hear(hello(ada));
  expect(await session.ensure()).toBe(true);
  expect(session.asking).toBeNull();
});

test('who has none is asked once, and may decline', async () => {
  const session = new SessionStore(() => {});
  const ensured = session.ensure();
  expect(session.asking).not.toBeNull();
  session.asking?.(false);
  expect(await ensured).toBe(false);
  expect(session.asking).toBeNull();
});

test('a new name comes back with the socket', async () => {
  const asked = answer(200, { player: ada });
  let reconnected = false;
  const session = new SessionStore(() => {
    reconnected = true;
    queueMicrotask(() => session.hear(hello(ada)));
  });
  await session.name('Ada');
  expect(reconnected).toBe(true);
  expect(session.player).toEqual(ada);
  await session.name('Ada again');
  expect(asked()).toEqual(['POST', 'PATCH']);
});

test('the socket is told whether it comes back as another', async () => {
  const told: boolean[] = [];
  const session = new SessionStore((another) => {
    told.push(another);
    queueMicrotask(() => session.hear(hello(session.player, session.table ?? undefined)));
  });
  answer(200, { player: ada });
  await session.name('Ada');
  answer(200, { player: { ...ada, name: 'Ada Lovelace' } });
  await session.name('Ada Lovelace');
  answer(200, { player: ada, table: 't' });
  await session.takeSeat('t', 'key');
  answer(200, { player: ada });
  await session.leave();
  expect(told).toEqual([true, false, true, true]);
});

test('a refusal is passed on', async () => {
  answer(422, { code: 'bad_name', detail: 'That name is too long.' });
  const session = new SessionStore(() => {});
  await expect(session.name('x')).rejects.toThrow('That name is not available.');
  expect(session.player).toBeNull();
});

test('by a seat’s link one is its player at that table, and nobody elsewhere', () => {
  const session = new SessionStore(() => {});
  session.hear(hello(ada, 't'));
  expect([session.at('t'), session.at('u'), session.self]).toEqual([ada, null, null]);
  session.end();
  session.hear(hello({ id: 'p1', name: 'Ben' }));
  expect(session.ended).toEqual({ name: 'Ada', bySeat: true });
  expect([session.at('t')?.name, session.self?.name]).toEqual(['Ben', 'Ben']);
});

test('who signs out is nobody once the socket knows it', async () => {
  const asked = answer(200, { player: null });
  const session = new SessionStore(() => queueMicrotask(() => session.hear(hello(null))));
  session.hear(hello(ada));
  await session.leave();
  expect(session.player).toBeNull();
  expect(session.ended).toEqual({ name: 'Ada', bySeat: false });
  expect(asked()).toEqual(['DELETE']);
});
