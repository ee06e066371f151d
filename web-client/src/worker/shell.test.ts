import { expect, test } from 'vitest';
import { Shell } from './shell';

const SCOPE = new URL('https://games.example/mars/');

/** A cache in memory, and a house that answers or does not. */
function world(version = 'one') {
  const kept = new Map<string, Map<string, string>>();
  const asked: string[] = [];
  const house = { open: true, full: false };
  const key = (request: RequestInfo | URL): string =>
    request instanceof Request ? request.url : String(request);
  const cache = (name: string): Partial<Cache> => {
    const files = kept.get(name) ?? new Map<string, string>();
    kept.set(name, files);
    return {
      match: async (request) => {
        const found = files.get(key(request));
        return found === undefined ? undefined : new Response(found);
      },
      put: async (request, response) => {
        if (house.full) throw new DOMException('no room', 'QuotaExceededError');
        files.set(key(request), await response.text());
      },
      addAll: async (requests) => {
        if (!house.open) throw new TypeError('no line');
        for (const request of requests) files.set(key(request), `kept ${key(request)}`);
      },
    };
  };
  const caches = {
    open: async (name: string) => cache(name) as Cache,
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  } as CacheStorage;
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(request.url);
    if (!house.open) throw new TypeError('no line');
    return request.url.includes('gone')
      ? new Response('', { status: 404 })
      : new Response(`fresh ${request.url}`);
  };
  const shell = (of: string): Shell =>
    new Shell({ version: of, files: ['assets/index-1.js'] }, SCOPE, caches, fetch);
  return { shell: shell(version), other: shell, kept, asked, house };
}

const at = (path: string): Request => new Request(new URL(path, SCOPE));

test('only the page and its files are touched', () => {
  const { shell } = world();
  const kind = (path: string, mode = 'navigate', method = 'GET'): string =>
    shell.kindOf({ url: new URL(path, SCOPE).href, mode, method } as Request);
  expect(['', 't/1', 'games', 'api', 'api/'].map((path) => kind(path))).toEqual(
    Array(5).fill('page'),
  );
  expect(kind('assets/index-1.js', 'no-cors')).toBe('file');
  for (const path of ['api/v1/games', 'verify-dice.html', '/elsewhere', 'https://other.example/'])
    expect(kind(path), path).toBe('other');
  expect(kind('healthz', 'cors')).toBe('other');
  expect(kind('assets/index-1.js', 'cors', 'POST')).toBe('other');
});

test('the page comes from the house, and without one from what was kept', async () => {
  const { shell, house, asked } = world();
  await shell.install();
  expect(await (await shell.page(at('t/1'))).text()).toBe(`fresh ${SCOPE.href}t/1`);
  const preloaded = Promise.resolve(new Response('preloaded'));
  expect(await (await shell.page(at('t/1'), preloaded)).text()).toBe('preloaded');
  house.open = false;
  expect(await (await shell.page(at('t/1'))).text()).toBe(`kept ${SCOPE.href}`);
  const failed = Promise.reject(new TypeError('no line'));
  expect(await (await shell.page(at('t/1'), failed)).text()).toBe(`kept ${SCOPE.href}`);
  expect(asked).toEqual([`${SCOPE.href}t/1`, `${SCOPE.href}t/1`]);
});

test('a proxy without a house behind it is no house', async () => {
  const { shell } = world();
  const answer = (status: number): Promise<Response> =>
    Promise.resolve(new Response('said by a proxy', { status }));
  expect((await shell.page(at('t/1'), answer(502))).status, 'nothing is kept yet').toBe(502);
  await shell.install();
  for (const status of [502, 503, 504])
    expect(await (await shell.page(at('t/1'), answer(status))).text()).toBe(`kept ${SCOPE.href}`);
  expect((await shell.page(at('t/1'), answer(404))).status).toBe(404);
});

test('without anything kept a failure is one', async () => {
  const { shell, house } = world();
  house.open = false;
  await expect(shell.install()).rejects.toThrow('no line');
  await expect(shell.page(at(''))).rejects.toThrow('no line');
});

test('a file is fetched once; what is missing is not kept, nor what has no room', async () => {
  const { shell, house, asked } = world();
  await shell.install();
  expect(await (await shell.file(at('assets/index-1.js'))).text()).toContain('kept');
  await shell.file(at('assets/Page-2.js'));
  expect(await (await shell.file(at('assets/Page-2.js'))).text()).toContain('fresh');
  expect(asked).toEqual([`${SCOPE.href}assets/Page-2.js`]);
  for (let again = 0; again < 2; again++)
    expect((await shell.file(at('assets/gone-3.js'))).status).toBe(404);
  house.full = true;
  expect(await (await shell.file(at('assets/Big-4.js'))).text()).toContain('fresh');
  expect(asked).toHaveLength(4);
});

test('a new version deletes what the old one kept, and nothing of others', async () => {
  const { shell, other, kept } = world();
  await shell.install();
  kept.set('shell-/venus/-one', new Map());
  kept.set('pictures', new Map());
  const next = other('two');
  await next.install();
  await next.forgetOthers();
  expect([...kept.keys()]).toEqual(['shell-/venus/-one', 'pictures', 'shell-/mars/-two']);
});
