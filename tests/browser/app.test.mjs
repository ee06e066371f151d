// The page as an app: installed, without a line, of a newer version, rid of its worker, and told by Web Push.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { test } from 'node:test';
import { PHONE, opening, part } from './company.mjs';

const { house, company } = await opening({}, { whole: true });

/** Runs in the page: what its worker kept, once there is one. */
const kept = async () => {
  await navigator.serviceWorker.ready;
  return caches.keys();
};

/**
 * Waits until something that the page has to ask for, with what is given it, holds, and gives that: to `waitForFunction` a promise is
 * true at once. What does not come is waited for no longer than anything else.
 */
async function untilTold(page, ask, given) {
  const latest = Date.now() + 20_000;
  for (;;) {
    const told = await page.evaluate(ask, given);
    if (told) return told;
    assert.ok(Date.now() < latest, `it never holds: ${ask}`);
    // Whatever is asked of the page comes between two of its frames.
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

async function installed(page) {
  await untilTold(page, async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
  await page.evaluate(kept);
  await page.reload();
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null), 'the worker controls the page');
}

test('the page can be installed, and opens without a line', async () => {
  const ada = await company.join('Ada', '', PHONE);
  await installed(ada.page);
  const devtools = await ada.page.context().newCDPSession(ada.page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).display, 'standalone');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A window that leaves no traces installs nothing, which is no fault of the page.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);

  await house.kill();
  await ada.page.reload();
  await ada.page.getByRole('heading', { name: 'Six games.' }).waitFor();
  await ada.page.getByTestId('offline').waitFor();
  await house.start();
  await ada.page.locator('[data-testid=connection][data-state=connected]').waitFor();
  await ada.page.getByTestId('offline').waitFor({ state: 'detached' });
  await part(ada);
});

test('a new version replaces the old one at the next load', async (t) => {
  let version = null;
  // Stands before the house, and hands out its worker as of another version.
  const front = createServer((request, response) => {
    void fetch(new URL(request.url, house.url())).then(async (answer) => {
      let body = Buffer.from(await answer.arrayBuffer());
      if (request.url.endsWith('/service-worker.js') && version) {
        body = Buffer.from(String(body).replace(/version:(["'`])\w+\1/, `version:"${version}"`));
      }
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(body);
    });
  });
  // However the test ends: whoever listens on keeps it from ending at all.
  t.after(() => {
    front.closeAllConnections();
    front.close();
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = `http://localhost:${front.address().port}${house.base}`;
  const ada = await company.join('Ada');
  await ada.page.goto(address);
  const [before] = await ada.page.evaluate(kept);
  assert.match(before, new RegExp(`^shell-${house.base}-\\w{12}$`));
  version = 'next';
  await ada.page.reload();
  await untilTold(ada.page, async (next) => (await caches.keys()).join() === next, `shell-${house.base}-next`);
  await ada.page.reload();
  await ada.page.getByRole('heading', { name: 'Six games.' }).waitFor();
  await ada.page.close();
});

test('whoever plays elsewhere is told by Web Push, and only if they want to be', async () => {
  const ada = await company.join('Ada', '', PHONE);
  const context = ada.page.context();
  await context.grantPermissions(['notifications'], { origin: new URL(house.url()).origin });
  // This browser reaches no push service.
  await context.addInitScript(subscribesNowhere);
  await ada.page.reload();
  const table = house.path(await ada.openTable());
  const reminder = ada.page.getByTestId('reminder');
  const isSubscribed = async () => (await (await ada.page.request.get(house.url('api/v1/push'))).json()).subscribed;
  await reminder.and(ada.page.locator('[data-state=off]')).waitFor();
  assert.equal(await isSubscribed(), false);
  await reminder.getByRole('switch').click();
  await reminder.and(ada.page.locator('[data-state=on]')).waitFor();
  assert.equal(await isSubscribed(), true);

  await installed(ada.page);
  await reminder.and(ada.page.locator('[data-state=on]')).waitFor();
  // A page of the client withdraws what was shown, even while it still loads; this one has nothing of it. Then she looks.
  await ada.page.goto(house.url('verify-dice.html'));
  const devtools = await context.newCDPSession(ada.page);
  // To a worker that is not at work yet nothing is delivered.
  const atWork = new Promise((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const { registrationId } = await atWork;
  const about = { table: table.slice('t/'.length), game: 'martian-chess', title: 'Martian Chess', why: 'turn', with: ['Ben'] };
  const data = JSON.stringify({ count: 1, tables: [about] });
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: new URL(house.url()).origin, registrationId, data });
  const shown = await untilTold(ada.page, async () => {
    const worker = await navigator.serviceWorker.ready;
    const [first] = await worker.getNotifications();
    return first && { title: first.title, body: first.body, path: first.data.path };
  });
  assert.deepEqual(shown, {
    title: 'Your turn',
    body: 'Martian Chess with Ben',
    path: `./${table}`,
  });
  await ada.page.goto(house.url(table));
  await untilTold(ada.page, async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).length === 0;
  });

  await reminder.getByRole('switch').click();
  await reminder.and(ada.page.locator('[data-state=off]')).waitFor();
  assert.equal(await isSubscribed(), false);
  await part(ada);
});

test('a house that hands out no worker has browsers remove theirs', async () => {
  const ada = await company.join('Ada');
  await installed(ada.page);
  // What it fetches besides is no matter of the worker.
  await ada.page.waitForLoadState('networkidle');
  await house.kill();
  process.env.CYDONIA_NO_SERVICE_WORKER = 'true';
  await house.start();
  await ada.page.reload();
  await untilTold(
    ada.page,
    async () =>
      (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0,
  );
  await ada.page.reload();
  await ada.page.getByRole('heading', { name: 'Six games.' }).waitFor();
  delete process.env.CYDONIA_NO_SERVICE_WORKER;
  await part(ada);
});

/** Runs before the page's own scripts: a push service's part of the browser, which remembers in the tab. */
function subscribesNowhere() {
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer;
  const made = (key) => ({
    options: { applicationServerKey: bytes(key) },
    toJSON: () => ({
      endpoint: 'https://push.example/ada',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    }),
    unsubscribe: async () => {
      sessionStorage.removeItem('subscribed-for');
      return true;
    },
  });
  PushManager.prototype.getSubscription = async () => {
    const key = sessionStorage.getItem('subscribed-for');
    return key ? made(key) : null;
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    sessionStorage.setItem('subscribed-for', applicationServerKey);
    return made(applicationServerKey);
  };
}
