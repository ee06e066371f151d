// The page by keyboard, under a base path, behind a private link, and for everybody.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { FILE, fetchDocument, pathTypes } from '../../web-client/api-paths.js';
import { barriers, barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, opening } from './company.mjs';
import { FRONT, certificate } from './fronts.mjs';

const { house, company } = await opening({ base: '/play/cydonia/' });

test('a move is made by keyboard alone, and is spoken', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  await ada.page.locator('[data-movable=true]').first().waitFor();
  const from = ada.page.getByTestId('space-b3');
  await from.focus();
  await ada.page.keyboard.press('Enter');
  await ada.page.locator('[data-testid=space-a4][data-target=true]').waitFor();
  await ada.page.keyboard.press('Escape');
  await ada.page.locator('[data-target=true]').first().waitFor({ state: 'detached' });
  await ada.page.keyboard.press('Enter');
  await ada.page.locator('[data-testid=space-a4][data-target=true]').waitFor();
  // In a wide window the board lies on its side: the files go down, and the ranks to the right.
  await ada.page.keyboard.press('ArrowUp');
  await ada.page.keyboard.press('ArrowRight');
  await ada.page.keyboard.press('Enter');
  await ben.untilPlies(1);
  await ben.page.getByTestId('announcer').filter({ hasText: /Ada.*pawn.*b3.*a4/ }).waitFor({ state: 'attached' });
  assert.equal(await ben.page.getByTestId('space-a4').getAttribute('data-stack'), '1');

  await ben.choose('Resign');
  await ben.page.getByRole('group', { name: 'Resign this game?' }).getByRole('button').first().click();
  await ada.page.getByTestId('result').waitFor();
  assert.deepEqual(await barriers(ada.page), []);
  for (const person of [ada, ben]) person.assertNoTroubles();
});

test('a private table is found by its whole link only', async () => {
  const ada = await company.join('Ada');
  const link = new URL(await ada.openTable({ isPrivate: true }));
  assert.ok(link.hash.length > 20, 'the key stands behind #, where no log sees it');
  const path = house.path(link);
  const stranger = await company.join('Stranger', path);
  await stranger.page.getByRole('heading', { name: 'No table here' }).waitFor();
  const ben = await company.join('Ben', path + link.hash);
  await ben.takeSeat();
  await ada.page.locator('[data-movable=true]').first().waitFor();
  for (const person of [ada, ben, stranger]) person.assertNoTroubles();
});

test('the rules are read section by section, and their boards looked at by keyboard', async () => {
  const guest = await company.join('Guest', 'rules/martian-chess#the-end');
  const { page } = guest;
  const reached = (title) =>
    page.waitForFunction((wanted) => {
      const heading = document.activeElement;
      const { top } = heading.getBoundingClientRect();
      return /^H[23]$/.test(heading.tagName) && heading.textContent.includes(wanted) && top >= 0 && top < 100;
    }, title);
  await reached('The end');
  for (let time = 0; time < 2; time += 1) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Your turn' }).click();
    await reached('Your turn');
  }
  assert.equal(new URL(page.url()).hash, '#your-turn');

  const board = page.getByRole('grid', { name: /^Orange to move, with the drone on d3 marked/ });
  await board.waitFor();
  const before = await board.locator('[data-stack]').evaluateAll((spaces) => spaces.map((space) => space.dataset.stack));
  await board.getByTestId('space-d4').focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement.dataset.testid === 'space-d5');
  await page.keyboard.press('Enter');
  await board.getByTestId('space-d5').click();
  assert.equal(await board.getByTestId('space-d3').getAttribute('data-picked'), 'true');
  const after = await board.locator('[data-stack]').evaluateAll((spaces) => spaces.map((space) => space.dataset.stack));
  assert.deepEqual(after, before, 'an example is only looked at');

  await page.getByRole('link', { name: 'our ruling' }).first().click();
  await reached('Our rulings');
  await page.getByRole('link', { name: 'The boards for two to six' }).click();
  await page.getByRole('heading', { level: 1, name: 'The boards for two to six' }).waitFor();
  guest.assertNoTroubles();
});

test('what programs can ask is shown, filled in, sent and put into words for a shell', async () => {
  const guest = await company.join('Guest', 'about');
  const { page } = guest;
  await page.getByRole('link', { name: 'try what they can ask' }).click();
  const list = page.getByTestId('listMatches');
  await list.locator('summary').click();
  await list.getByLabel('game', { exact: true }).selectOption('martian-chess');
  await list.getByLabel('limit', { exact: true }).fill('1');
  const command = await list.getByLabel('For a shell').textContent();
  assert.equal(command, `curl -s '${house.url('api/v1/matches?game=martian-chess&limit=1')}'`);
  await list.getByRole('button', { name: 'Send' }).click();
  const answer = JSON.parse(await list.getByTestId('answer').textContent());
  const [match] = answer.matches;
  assert.equal(match.game, 'martian-chess');
  // A status has words in HTTP/1.1 alone.
  await list.getByRole('status').getByText(/^200\b/).waitFor();
  const env = { ...process.env, ...(FRONT ? { CURL_CA_BUNDLE: certificate().cert } : {}) };
  assert.equal(spawnSync('bash', ['-c', command], { encoding: 'utf8', env }).stdout, JSON.stringify(answer));

  // A game that there is stands in the path already.
  const position = page.getByTestId('readPosition');
  await position.locator('summary').click();
  await position.getByLabel('ply', { exact: true }).fill('1');
  await position.getByRole('button', { name: 'Send' }).click();
  assert.equal(JSON.parse(await position.getByTestId('answer').textContent()).ply, 1);
  const check = page.getByTestId('checkRecord');
  await check.locator('summary').click();
  await check.getByLabel('Body').fill('[Game "chess"]');
  await check.getByRole('button', { name: 'Send' }).click();
  await check.getByRole('status').getByText(/^400\b/).waitFor();
  assert.equal(JSON.parse(await check.getByTestId('answer').textContent()).line, 1);
  assert.deepEqual(await barriersInBoth(page), []);
  assert.deepEqual(guest.troubles.splice(0).filter((trouble) => !trouble.includes('status of 400')), []);
});

test('what the page asks over REST has the types of the document', async () => {
  const types = await pathTypes(await fetchDocument(house.url()));
  assert.equal(await readFile(FILE, 'utf8'), types, 'out of date: `npm run api-paths` in web-client, with a server running');
});

test('every page can be used by everybody, in both sizes and colours', async () => {
  const rules = (await house.get('games')).map(({ id }) => `rules/${id}`);
  for (const viewport of [undefined, PHONE]) {
    const guest = await company.join('Guest', '', viewport);
    for (const path of ['', 'games', 'rules', ...rules, 'rules/boards', 'about', 'privacy', 'api', 'no/such/page']) {
      await guest.page.goto(house.url(path));
      await guest.page.getByRole('heading', { level: 1 }).waitFor();
      if (/^(rules|api)/.test(path)) await guest.page.getByRole('heading', { level: 2 }).first().waitFor();
      assert.deepEqual(await barriersInBoth(guest.page), [], path);
    }
    guest.assertNoTroubles();
  }
});
