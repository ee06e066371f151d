// Settings: they hold at once, here and in other tabs, after a reload and on other devices, and do what they say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, opening, part } from './company.mjs';
import { SEEDS } from './house.mjs';

const { house, company } = await opening({ dice: [{ roller: 0, faces: [4, 5] }, { roller: 1, faces: [6, 5] }] });

/** What style sheets see of the settings. */
function look(page) {
  return page.evaluate(() => ({ ...document.documentElement.dataset }));
}

async function choose(page, ...names) {
  for (const name of names) await page.getByRole('radio', { name, exact: true }).check({ force: true });
}

async function turnOn(page, name) {
  await page.goto(house.url('settings'));
  await page.getByRole('switch', { name }).check();
}

/** Waits until a page looks like that. */
function untilLook(page, wanted) {
  return page.waitForFunction((all) => {
    const seen = document.documentElement.dataset;
    return Object.entries(all).every(([name, value]) => (seen[name] ?? null) === value);
  }, wanted);
}

test('what is chosen lasts, is in every tab, and the page comes in its colours', async () => {
  const guest = await company.join('Guest', 'settings', DESKTOP);
  const { page } = guest;
  assert.deepEqual(await look(page), {});
  const second = await page.context().newPage();
  await second.goto(house.url('settings'));
  await choose(page, 'Dark', 'Basalt', 'Prism', 'High', 'None');
  const chosen = { theme: 'dark', board: 'basalt', pieces: 'prism', contrast: 'high', motion: 'none' };
  await untilLook(page, chosen);
  await untilLook(second, chosen);
  assert.ok(await second.getByRole('radio', { name: 'Basalt', exact: true }).isChecked());

  const answer = await page.context().request.get(house.url('settings'));
  assert.match(await answer.text(), /<html data-theme="dark" lang="en"/);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  assert.deepEqual(await look(page), chosen);
  const cell = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--seat-3').trim());
  assert.equal(cell, '#eedd3a', 'the theme is there before the page is');

  await page.getByRole('button', { name: 'Back to how everything was' }).click();
  await untilLook(page, { theme: null, board: null, contrast: null });
  assert.deepEqual(await look(second), {});
  guest.assertNoTroubles();
});

test('whoever has a name has their settings on another device, where the last word counts', async () => {
  const ada = await company.join('Ada');
  await ada.openTable({});
  await ada.page.goto(house.url('settings'));
  await ada.page.getByText('Kept with your name').waitFor();
  const kept = ada.page.waitForResponse((answer) => answer.url().endsWith('/session/preferences') && answer.request().method() === 'PUT');
  await choose(ada.page, 'Basalt');
  assert.equal((await kept).status(), 200);

  const phone = await company.join('Ada', 'about', PHONE);
  const session = (await ada.page.context().cookies()).filter(({ name }) => name.includes('session'));
  await phone.page.context().addCookies(session);
  await phone.page.goto(house.url('settings'));
  await untilLook(phone.page, { board: 'basalt' });
  const again = phone.page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await choose(phone.page, 'Verdigris');
  await again;
  await ada.page.reload();
  await untilLook(ada.page, { board: 'verdigris' });
  await part(ada, phone);
});

test('the settings can be used by everybody, in both sizes', async () => {
  for (const viewport of [DESKTOP, PHONE]) {
    const guest = await company.join('Guest', 'settings', viewport);
    await guest.page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await barriersInBoth(guest.page), []);
    await choose(guest.page, 'High', 'Verdigris', 'Mineral');
    assert.deepEqual(await barriersInBoth(guest.page), [], 'in high contrast');
    guest.assertNoTroubles();
  }
});

test('dice roll by themselves for whoever wants that', async () => {
  const ada = await company.join('Ada', 'about', DESKTOP, SEEDS[0]);
  await turnOn(ada.page, /^Roll the dice for me/);
  await ada.page.goto(house.url());
  const link = await ada.openTable({ game: 'Martian Backgammon' });
  const ben = await company.join('Ben', house.path(link), PHONE, SEEDS[1]);
  await ben.takeSeat();
  await ben.untilPlies(1);
  // Ben's turn, and Ben rolls.
  await ben.page.getByRole('button', { name: 'Roll the dice' }).waitFor();
  assert.equal(await ada.plies(), 1);
  await part(ada, ben);
});

test('a move is set while the other thinks, can be taken back, and is sent if it is legal then', async () => {
  const ada = await company.join('Ada');
  const path = house.path(await ada.openTable({}));
  const ben = await company.join('Ben', 'about');
  await turnOn(ben.page, /^Premoves/);
  await ben.page.goto(house.url(path));
  await ben.takeSeat();
  const { page } = ben;
  const set = async (from, to) => {
    await page.getByTestId(`space-${from}`).click();
    await page.getByTestId(`space-${to}`).click();
    await page.getByTestId('arrows').waitFor({ state: 'attached' });
  };
  await page.locator('[data-movable=true]').first().waitFor();
  await set('c6', 'd5');
  await page.getByText('Next: c6 to d5, if it is legal then.').waitFor();
  await page.getByRole('button', { name: 'Cancel premove' }).click();
  await page.getByTestId('arrows').waitFor({ state: 'detached' });
  await set('b6', 'a5');
  await ada.move(() => 0);
  await ada.untilPlies(2);
  assert.equal(await ada.page.getByTestId('space-a5').getAttribute('data-stack'), '1');
  // One that is not legal is forgotten, and it is Ben's turn as ever.
  await page.locator('[data-movable=true]').first().waitFor();
  await set('c7', 'c1');
  await ada.move(() => 0);
  await ben.untilPlies(3);
  await page.getByText('Your turn. Choose a piece to move.').waitFor();
  assert.equal(await ada.plies(), 3);
  await part(ada, ben);
});
