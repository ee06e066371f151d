// Apps of others: somebody lets one in by OAuth 2, or does not. The app is made with a client library that knows nothing of this house.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { barriersInBoth } from './barriers.mjs';
import { SIZES, opening, part, picture } from './company.mjs';

const { house, company } = await opening();

/** The house is here, without TLS. */
const INSECURE = { [oauth.allowInsecureRequests]: true };

/** An app at an address of its own, and where it has a player's browser go first. */
async function app(scope) {
  const site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end('<!doctype html><title>Board on the wall</title><h1>Board on the wall</h1>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  // Also if a test fails: nobody would ever see that it did while this is open.
  after(() => {
    site.close();
    site.closeAllConnections();
  });
  const redirectUri = `http://localhost:${site.address().port}/back`;
  const server = await (await fetch(house.url('.well-known/oauth-authorization-server'))).json();
  const client = { client_id: 'board.example' };
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const start = new URL(server.authorization_endpoint);
  start.search = new URLSearchParams({
    ...client,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope,
    state,
  });
  /** What the app does when the browser is back: it has its token, or an error is thrown. */
  const finish = async (address) => {
    const answer = oauth.validateAuthResponse(server, client, new URL(address), state);
    const asked = oauth.authorizationCodeGrantRequest(
      server, client, oauth.None(), answer, redirectUri, verifier, INSECURE,
    );
    return oauth.processAuthorizationCodeResponse(server, client, await asked);
  };
  const giveBack = async (token) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), token, INSECURE));
  return { start: start.href, back: `${redirectUri}?**`, finish, giveBack };
}

/** Who a token says that one is. */
async function session(token) {
  const answer = await fetch(house.url('api/v1/session'), { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, ...(await answer.json()) };
}

for (const [size, viewport] of SIZES) {
  test(`an app is let in, and out again by whoever let it in (${size})`, async () => {
    const wall = await app('play');
    const ada = await company.join('Ada', 'about', viewport);
    await ada.page.goto(wall.start);
    await ada.page.getByRole('heading', { name: 'Let board.example act for you?' }).waitFor();
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `app-of-others-nobody-${size}`);
    // Whoever is nobody here yet says a name first.
    await ada.page.getByRole('button', { name: 'Say a name' }).click();
    await ada.sayName();
    await ada.page.getByText('Here you are Ada').waitFor();
    const may = ada.page.getByRole('listitem');
    assert.deepEqual(await may.allInnerTexts(), [
      'see your games, private ones too',
      'play for you: take seats, move, resign, solve puzzles',
    ]);
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `app-of-others-${size}`);
    await ada.page.getByRole('button', { name: 'Let it in' }).click();
    await ada.page.waitForURL(wall.back);
    const { access_token: token, scope } = await wall.finish(ada.page.url());
    assert.equal(scope, 'read play');
    const { player, scopes } = await session(token);
    assert.deepEqual([player.name, scopes], ['Ada', ['read', 'play']]);
    // A code is good once. If it comes again, two have it, and nobody knows which of them has the token.
    await assert.rejects(wall.finish(ada.page.url()), { error: 'invalid_grant' });
    assert.equal((await session(token)).status, 401);

    await ada.page.goto(wall.start);
    await ada.page.getByRole('button', { name: 'Let it in' }).click();
    await ada.page.waitForURL(wall.back);
    const { access_token: another } = await wall.finish(ada.page.url());
    assert.equal((await session(another)).status, 200);
    await ada.page.goto(house.url(`players/${player.id}`));
    const section = ada.page.getByRole('region', { name: 'Tokens for your programs' });
    await section.getByRole('button', { name: 'Revoke board.example' }).click();
    await section.getByRole('listitem').waitFor({ state: 'detached' });
    assert.equal((await session(another)).status, 401);
    await part(ada);
  });
}

test('an app that is not let in hears it, and one that goes by itself is out', async () => {
  const wall = await app('chat');
  const ada = await company.join('Ada');
  await ada.openTable();
  await ada.page.goto(wall.start);
  await ada.page.getByText('Here you are Ada').waitFor();
  await ada.page.getByRole('button', { name: 'No, go back' }).click();
  await ada.page.waitForURL(wall.back);
  await assert.rejects(wall.finish(ada.page.url()), { error: 'access_denied' });
  await ada.page.goto(wall.start);
  await ada.page.getByRole('button', { name: 'Let it in' }).click();
  await ada.page.waitForURL(wall.back);
  const { access_token: token } = await wall.finish(ada.page.url());
  assert.deepEqual((await session(token)).scopes, ['read', 'chat']);
  await wall.giveBack(token);
  assert.equal((await session(token)).status, 401);
  await part(ada);
});

test('a request that must not be made is told on the page, and sends nobody anywhere', async () => {
  const wall = await app('play');
  const ada = await company.join('Ada');
  await ada.openTable();
  const odd = new URL(wall.start);
  odd.searchParams.set('redirect_uri', 'http://board.example/back');
  await ada.page.goto(odd.href);
  await ada.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await ada.page.getByText(/redirect_uri is an address of https/).waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), []);
  await picture(ada, 'app-of-others-refused');
  odd.search = '';
  await ada.page.goto(odd.href);
  await ada.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  assert.equal(await ada.page.getByRole('button', { name: 'Let it in' }).count(), 0);
  // The page's own refusals are heard on the console as a failed request.
  ada.troubles.length = 0;
  await part(ada);
});
