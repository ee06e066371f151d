// Dice that the pages check by themselves, from any device, and that anybody can check afterwards.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { barriers, barriersInBoth } from './barriers.mjs';
import { PHONE, chance, opening } from './company.mjs';
import { FRONT } from './fronts.mjs';
import { assertNoAlarm, endTurn, roll, rollButton, said, seatLink, untilChecked } from './rolling.mjs';

const { house, company } = await opening();
const shelf = await mkdtemp(join(tmpdir(), 'cydonia-dice-'));
after(() => rm(shelf, { recursive: true }));

/** Ada and Ben at a table of Martian Frisby that has just begun. */
async function begun({ isPrivate = false } = {}) {
  const ada = await company.join('Ada');
  const link = await ada.openTable({ game: 'Martian Frisby', isPrivate });
  const { pathname, hash } = new URL(link);
  const ben = await company.join('Ben', house.path(link) + hash, PHONE);
  await ben.takeSeat();
  await rollButton(ada).waitFor();
  return { ada, ben, table: pathname.split('/').at(-1) };
}

/** Kills the server without warning, starts it again, perhaps after something else, and waits until everybody is back. */
async function crash(people, meanwhile = () => {}) {
  const state = ({ page }, state) => page.locator(`[data-testid=connection]${state}`).waitFor();
  await house.kill();
  await Promise.all(people.map((person) => state(person, ':not([data-state=connected])')));
  await meanwhile();
  await house.start();
  await Promise.all(people.map((person) => state(person, '[data-state=connected]')));
}

/** Somebody opens a link on a device of their own. */
function arrive(name, link, viewport) {
  return company.join(name, link.slice(house.url().length), viewport);
}

test('every page checks every roll, and says so in plain words', async () => {
  const { ada, ben, table } = await begun();
  const eve = await company.join('Eve', `t/${table}`);
  await eve.page.getByTestId('board').waitFor();
  const everybody = [ada, ben, eve];
  const random = chance(7);
  for (let k = 0; k < 6; k += 1) {
    const roller = [ada, ben][k % 2];
    await roll(roller);
    await Promise.all(everybody.map((person) => untilChecked(person, k)));
    if (k > 0) {
      const waiting = [ada, ben][1 - (k % 2)];
      await said(waiting, 'Fair roll: sealed before you moved, and it matches.');
      // That it is in order goes without saying.
      const heard = waiting.page.getByTestId('announcer').filter({ hasText: /rolls \d and \d\./ });
      await heard.waitFor({ state: 'attached' });
      assert.doesNotMatch(await heard.textContent(), /Sealed/);
      await said(eve, `Fair roll: sealed before ${waiting.name} moved, and it matches.`);
    }
    await endTurn([ada, ben], random);
  }
  // What it was checked by is a click away, the same on all pages.
  const told = [];
  for (const person of everybody) {
    await person.page.getByRole('button', { name: 'Details' }).click();
    const dialog = person.page.getByRole('dialog');
    told.push(await dialog.locator('dd').allInnerTexts());
    assert.deepEqual(await barriers(person.page), []);
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  assert.deepEqual(told[1], told[0]);
  assert.deepEqual(told[2], told[0]);
  const [seal, secret] = told[0];
  assert.equal(createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex'), seal);
  for (const person of everybody) {
    await assertNoAlarm(person);
    person.assertNoTroubles();
  }
});

test('a roll goes on after a reload, and after the server was killed, at any point of it', async () => {
  const { ada, ben } = await begun();
  const players = [ada, ben];
  const random = chance(8);
  for (const [k, upset] of [
    () => Promise.all(players.map(({ page }) => page.reload())),
    () => crash(players),
    () => ada.page.reload(),
    () => ben.page.reload(),
  ].entries()) {
    const roller = players[k % 2];
    await upset();
    await roll(roller);
    await untilChecked(roller, k);
    await upset();
    await Promise.all(players.map((person) => untilChecked(person, k)));
    await endTurn(players, random);
  }
  for (const person of players) {
    await assertNoAlarm(person);
    person.assertNoTroubles();
  }
});

test('a seat is played on another device by its link, and nothing of it goes where it should not', async () => {
  const { ada, ben, table } = await begun({ isPrivate: true });
  const random = chance(9);
  await roll(ada);
  await endTurn([ada, ben], random);
  await roll(ben);
  await untilChecked(ben, 1);
  const link = new URL(await seatLink(ada));
  const parts = new URLSearchParams(link.hash.slice(1));
  assert.match(parts.get('seed'), /^[0-9a-f]{64}$/);

  const sent = [];
  const phone = await company.join('Ada', 'about', PHONE);
  phone.page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  phone.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await phone.page.goto(link.href);
  await phone.page.getByRole('button', { name: 'Play for Ada' }).click();
  await phone.page.getByTestId('seat-0').getByText('you').waitFor();
  assert.equal(new URL(phone.page.url()).hash, '', 'the link is gone from the address bar');
  const posted = sent.find((one) => one.includes('session/seat'));
  assert.deepEqual(JSON.parse(posted.slice(posted.indexOf('{'))), { table, key: parts.get('seat') });

  // Ben ends his turn, and Ada goes on with the telephone.
  await endTurn([phone, ben], random);
  await roll(phone);
  for (const person of [ada, ben, phone]) await untilChecked(person, 2);
  await endTurn([phone, ben], random);
  await roll(ben);
  for (const person of [ada, ben, phone]) {
    await untilChecked(person, 3);
    await assertNoAlarm(person);
    person.assertNoTroubles();
  }
  assert.ok(!sent.some((one) => one.includes(parts.get('seed'))), 'the seed never left the browser');
});

test('whoever opens a seat’s link is asked before they play for it, and may think about it', async () => {
  const { ada, ben, table } = await begun();
  await roll(ada);
  const link = new URL(await seatLink(ada));
  const eve = await company.join('Eve');
  await eve.openTable();
  for (const attempt of ['first', 'after a reload']) {
    if (attempt === 'first') await eve.page.goto(link.href);
    else await eve.page.reload();
    await eve.page.getByRole('heading', { name: 'Play for Ada at this table?' }).waitFor();
    await eve.page.getByText('Afterwards you are Eve again').waitFor();
    assert.deepEqual(await barriersInBoth(eve.page), [], attempt);
    assert.equal(new URL(eve.page.url()).hash, link.hash, 'the link is still there');
  }
  await eve.page.getByRole('button', { name: 'Play for Ada' }).click();
  await eve.page.getByTestId('seat-0').getByText('you').waitFor();
  assert.equal(new URL(eve.page.url()).hash, '', 'the link is gone from the address bar');
  // Key and seed have both come along.
  const random = chance(13);
  await endTurn([eve, ben], random);
  await roll(ben);
  await endTurn([eve, ben], random);
  await roll(eve);
  for (const person of [eve, ben]) await untilChecked(person, 2);

  // Who only watches is rid of the link, too.
  const fay = await company.join('Fay');
  await fay.openTable();
  await fay.page.goto(link.href);
  await fay.page.getByRole('button', { name: 'Spectate' }).click();
  await fay.page.getByText('Spectating.').waitFor();
  assert.equal(fay.page.url(), house.url(`t/${table}`));
  for (const person of [ada, ben, eve, fay]) {
    await assertNoAlarm(person);
    person.assertNoTroubles();
  }
});

test('a part that is lost is forgiven once, and again if the other agrees', async () => {
  const { ada, ben } = await begun();
  const random = chance(10);
  await roll(ada);
  await endTurn([ada, ben], random);
  const bare = (await seatLink(ben)).replace(/&seed=.*/, '');
  // What a browser does not have its link does not bring, and it says so.
  await ben.page.evaluate(() => localStorage.clear());
  await ben.page.reload();
  await ben.page.getByText('This device does not hold your dice key for this roll.').waitFor();
  await ben.page.getByRole('button', { name: 'More…' }).click();
  await ben.page.getByRole('button', { name: 'Play on another device' }).click();
  const dialog = ben.page.getByRole('dialog');
  assert.ok(!(await dialog.getByTestId('link').inputValue()).includes('seed='));
  await dialog.getByTestId('no-seed').getByText('this link brings your seat without it').waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), []);
  ben.assertNoTroubles();
  await ben.page.context().close();

  const second = await arrive('Ben', bare);
  await second.page.getByRole('button', { name: 'Play for Ben' }).click();
  await second.page.getByText('This device does not hold your dice key for this roll.').waitFor();
  assert.equal(await rollButton(second).count(), 0);
  assert.deepEqual(await barriers(second.page), []);
  // Whoever plays for a seat by its link makes no further links to it.
  const more = second.page.getByRole('button', { name: 'More…' });
  await more.click();
  await second.page.getByRole('button', { name: 'Resign' }).waitFor();
  assert.equal(await second.page.getByRole('button', { name: 'Play on another device' }).count(), 0);
  assert.deepEqual(await barriersInBoth(second.page), []);
  await more.click();
  await second.page.getByRole('button', { name: 'My part is lost' }).click();
  await said(ada, 'Ben lost their part of this roll: it does not count.');
  await roll(second);
  for (const person of [ada, second]) await untilChecked(person, 2);
  await endTurn([ada, second], random);
  await roll(ada);
  await endTurn([ada, second], random);
  await second.page.context().close();

  // The link is good until the game ends.
  const third = await arrive('Ben', bare);
  await third.page.getByRole('button', { name: 'Play for Ben' }).click();
  await third.page.getByRole('button', { name: 'Ask Ada to let this roll go' }).click();
  await ada.page.getByTestId('offer-lost').getByRole('button', { name: 'Agree' }).click();
  await third.page.getByRole('button', { name: 'My part is lost' }).click();
  await roll(third);
  for (const person of [ada, third]) await untilChecked(person, 5);
  await ada.page.getByRole('button', { name: 'Details' }).click();
  await ada.page.getByRole('dialog').getByText('Missed shares of Ben').waitFor();
  const counts = await ada.page.getByRole('dialog').locator('dd').allInnerTexts();
  assert.deepEqual(counts.slice(-2), ['0', '2']);
  for (const person of [ada, second, third]) person.assertNoTroubles();
  for (const person of [ada, third]) await assertNoAlarm(person);
});

test('a server that was put back to an earlier state is found out, and given nothing more', async () => {
  const { ada, ben } = await begun();
  const players = [ada, ben];
  const random = chance(12);
  await roll(ada);
  await endTurn(players, random);
  const backup = join(shelf, 'backup');
  await crash(players, () => cp(house.data, backup, { recursive: true }));
  await roll(ben);
  await endTurn(players, random);
  await roll(ada);
  const sent = [];
  for (const { page } of players) {
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload).do.type)));
  }
  await crash(players, async () => {
    await rm(house.data, { recursive: true });
    await cp(backup, house.data, { recursive: true });
  });
  for (const { page } of players) {
    await page.getByTestId('dice-alarm').getByText('The server has gone back to an earlier state').waitFor();
    assert.deepEqual(await barriers(page), []);
  }
  // Ben would have to roll again. His page does not offer it, not even after it was loaded anew.
  await ben.page.reload();
  await ben.page.getByTestId('dice-alarm').getByText('it can neither roll nor end a turn').waitFor();
  await ben.page.getByText('Your turn, but this device rolls no more.').waitFor();
  assert.equal(await rollButton(ben).count(), 0);
  const readOnly = ['ping', 'watch', 'own_games'];
  assert.deepEqual(sent.filter((type) => !readOnly.includes(type)), []);
  for (const person of players) person.assertNoTroubles();
});

// Where TLS is in front, nothing is plain.
test('on plain http in a home network, where browsers withhold their own cryptography', { skip: FRONT !== '' }, async () => {
  const ada = await company.join('Ada');
  const home = house.url().replace('localhost', 'cydonia.test');
  await ada.page.goto(home);
  assert.deepEqual(await ada.page.evaluate(() => [isSecureContext, typeof crypto.subtle]), [false, 'undefined']);
  const link = await ada.openTable({ game: 'Martian Backgammon' });
  const ben = await company.join('Ben', 'about');
  await ben.page.goto(link);
  await ben.takeSeat();
  // Whoever wins the opening roll is to roll again, and that may be Ada.
  await rollButton(ada).click();
  for (const person of [ada, ben]) {
    await untilChecked(person, 0);
    await assertNoAlarm(person);
    person.assertNoTroubles();
  }
});

test('a finished game’s dice are checked by its page, and its record by a page from the disk', async () => {
  const { ada, ben, table } = await begun();
  const random = chance(11);
  for (let k = 0; k < 4; k += 1) {
    await roll([ada, ben][k % 2]);
    await endTurn([ada, ben], random);
  }
  await ben.resign();
  await ada.page.getByText('All 4 rolls verified. This browser knew all of their seals').waitFor();

  const guest = await company.join('Guest', `games/${table}`);
  const kept = guest.page.getByTestId('dice-kept');
  await kept.getByText('All 4 rolls verified.').waitFor();
  const [download] = await Promise.all([
    guest.page.waitForEvent('download'),
    kept.getByRole('button', { name: 'Save the record' }).click(),
  ]);
  const file = join(shelf, 'record.json');
  await download.saveAs(file);
  const record = await readFile(file, 'utf8');
  assert.deepEqual(JSON.parse(record), await house.get(`matches/${table}/dice`));

  // The page is served under a policy that admits its own script and style, and nothing else.
  const response = await fetch(house.url('verify-dice.html'));
  const source = await response.text();
  const hash = (tag) => {
    const [, text] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(source);
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  assert.deepEqual(response.headers.get('content-security-policy').split('; '), [
    "default-src 'none'",
    `script-src ${hash('script')}`,
    `style-src ${hash('style')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  const [served] = await Promise.all([
    guest.page.context().waitForEvent('page'),
    kept.getByRole('link', { name: 'Check it yourself' }).click(),
  ]);
  await served.getByRole('heading', { name: 'Check the dice of a game' }).waitFor();

  // Saved to the disk it does the same.
  const saved = join(shelf, 'verify-dice.html');
  await writeFile(saved, source);
  const page = await guest.page.context().newPage();
  page.on('pageerror', (error) => guest.troubles.push(String(error)));
  await page.goto(pathToFileURL(saved).href);
  for (const one of [served, page]) {
    await one.getByLabel('Pick a file').setInputFiles(file);
    await one.getByText('✓ All 4 rolls verified.').waitFor();
    assert.equal(await one.locator('tbody tr').count(), 4);
    assert.deepEqual(await barriersInBoth(one), []);
  }
  // One bit turned over in any of them, and it says so.
  const { proof } = JSON.parse(record);
  for (const part of ['seal', 'secret', 'share', 'dice']) {
    const changed = structuredClone(proof);
    const value = changed.rolls[2][part];
    changed.rolls[2][part] = Array.isArray(value)
      ? [value[0] ^ 1, value[1]]
      : (parseInt(value[0], 16) ^ 1).toString(16) + value.slice(1);
    await page.getByRole('textbox').fill(JSON.stringify(changed));
    await page.locator('#finding[data-fits=false]').getByText('Roll 2:').waitFor();
    assert.deepEqual(await page.locator('tbody summary').allInnerTexts(), ['Yes', 'Yes', 'No', 'Not looked at any more']);
  }
  await page.getByRole('textbox').fill('{"rolls": 7}');
  await page.getByText('This is no record of dice that can be checked.').waitFor();
  await page.getByRole('textbox').fill(JSON.stringify(proof));
  await page.getByText('✓ All').waitFor();

  assert.deepEqual(await barriers(guest.page), []);
  for (const person of [ada, ben, guest]) person.assertNoTroubles();
});
