// A page of another site: it watches a game that is on, looks up history, and plays for whoever says a name there.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { chance, opening, part, playOn } from './company.mjs';

const { house, company } = await opening();

/** A site of its own, which is on another port: to a browser that is another origin. */
async function elsewhere() {
  const site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end('<!doctype html><title>Elsewhere</title><img id="board" alt="" /><p id="seen"></p>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return { site, url: `http://localhost:${site.address().port}/` };
}

/** Runs in the page: follows a table by a socket, and counts its steps. */
function follow([socket, table]) {
  globalThis.steps = 0;
  const line = new WebSocket(socket);
  globalThis.line = line;
  line.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'hello') {
      globalThis.player = message.player ?? null;
      line.send(JSON.stringify({ id: 1, do: { type: 'watch', table, since: 0 } }));
    }
    if (message.type === 'events') globalThis.steps += message.events.filter(({ type }) => type === 'act').length;
  };
}

test('a page of another site watches a live game, and looks up history', async () => {
  const { site, url } = await elsewhere();
  const { ada, ben, path } = await company.seatTwo();
  const id = path.split('/').at(-1);
  // In a browser that is somebody at the house: its cookie is not for this page.
  const page = await ada.page.context().newPage();
  await page.goto(url);
  const socket = house.url('ws?protocol=1').replace('http', 'ws');
  await page.evaluate(follow, [socket, id]);
  await playOn([ada, ben], 4, chance(4));
  await page.waitForFunction(() => globalThis.steps === 4);
  assert.equal(await page.evaluate(() => globalThis.player), null, 'it watches as nobody');
  await ada.resign();
  await ada.page.getByTestId('result').waitFor();

  const seen = await page.evaluate(async ([api, id]) => {
    const match = await fetch(`${api}/matches/${id}`);
    const again = await fetch(`${api}/matches/${id}`, { headers: { 'if-none-match': match.headers.get('etag') } });
    const missing = await fetch(`${api}/matches/nothing`);
    const picture = document.getElementById('board');
    picture.src = `${api}/matches/${id}/picture.png`;
    await picture.decode();
    return {
      reason: (await match.json()).reason,
      again: again.status,
      code: (await missing.json()).code,
      listed: (await (await fetch(`${api}/matches`)).json()).matches.some((one) => one.id === id),
      shown: picture.naturalWidth > 0,
    };
  }, [house.url('api/v1'), id]);
  assert.deepEqual(seen, { reason: 'resigned', again: 304, code: 'no_match', listed: true, shown: true });
  await page.close();
  site.close();
  await part(ada, ben);
});

test('a page of another site plays for whoever says a name there, and in nobody else’s', async () => {
  const { site, url } = await elsewhere();
  const ada = await company.join('Ada');
  const link = await ada.openTable();
  const id = new URL(link).pathname.split('/').at(-1);
  const page = await ada.page.context().newPage();
  await page.goto(url);
  const played = await page.evaluate(async ([api, socket, table]) => {
    const say = (body, headers = {}) =>
      fetch(`${api}/session`, { method: 'POST', body: JSON.stringify(body), headers });
    const refused = (await (await say({ name: 'Mallory' })).json()).code;
    const { player, token } = await (await say({ name: 'Eve', bearer: true }, { 'content-type': 'application/json' })).json();
    const line = new WebSocket(socket, ['cydonia-bearer', token]);
    const heard = (wanted) =>
      new Promise((resolve) => {
        const listener = ({ data }) => {
          const message = JSON.parse(data);
          if (!wanted(message)) return;
          line.removeEventListener('message', listener);
          resolve(message);
        };
        line.addEventListener('message', listener);
      });
    const hello = await heard(({ type }) => type === 'hello');
    line.send(JSON.stringify({ id: 1, do: { type: 'sit', table } }));
    const sat = await heard(({ type, id }) => (type === 'ok' || type === 'error') && id === 1);
    globalThis.line = line;
    return { refused, name: player.name, who: hello.player.id === player.id, sat: sat.type };
  }, [house.url('api/v1'), house.url('ws?protocol=1').replace('http', 'ws'), id]);
  assert.deepEqual(played, { refused: 'bad_origin', name: 'Eve', who: true, sat: 'ok' });
  await ada.page.getByTestId('seat-1').getByText('Eve').waitFor();
  await page.close();
  site.close();
  await part(ada);
});
