// The page by keyboard, under a base path, behind a private link, and for everybody.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { PHONE, opening } from './company.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const { house, company } = await opening('/play/cydonia/');

/** What axe finds wrong with the page as it stands. */
async function barriers(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}

test('a move is made by keyboard alone, and is spoken', async () => {
  const ada = await company.join('Ada');
  const link = await ada.openTable();
  const ben = await company.join('Ben', new URL(link).pathname.slice('/play/cydonia/'.length));
  await ben.takeSeat();
  await ada.page.locator('[data-movable=true]').first().waitFor();
  const from = ada.page.getByTestId('space-b3');
  await from.focus();
  await ada.page.keyboard.press('Enter');
  await ada.page.locator('[data-testid=space-a4][data-target=true]').waitFor();
  await ada.page.keyboard.press('Escape');
  await ada.page.locator('[data-target=true]').first().waitFor({ state: 'detached' });
  await ada.page.keyboard.press('Enter');
  await ada.page.locator('[data-testid=space-a4][data-target=true]').waitFor();
  await ada.page.keyboard.press('ArrowUp');
  await ada.page.keyboard.press('ArrowLeft');
  await ada.page.keyboard.press('Enter');
  await ben.untilPlies(1);
  await ben.page.getByTestId('announcer').filter({ hasText: /Ada.*pawn.*b 3.*a 4/ }).waitFor({ state: 'attached' });
  assert.equal(await ben.page.getByTestId('space-a4').getAttribute('data-stack'), '1');

  await ben.page.getByRole('button', { name: 'Resign' }).click();
  await ben.page.getByRole('group', { name: 'Resign this game?' }).getByRole('button').first().click();
  await ada.page.getByTestId('result').waitFor();
  assert.deepEqual(await barriers(ada.page), []);
  for (const person of [ada, ben]) person.assertNoTroubles();
});

test('a private table is found by its whole link only', async () => {
  const ada = await company.join('Ada');
  const link = new URL(await ada.openTable({ isPrivate: true }));
  assert.ok(link.hash.length > 20, 'the key stands behind #, where no log sees it');
  const path = link.pathname.slice('/play/cydonia/'.length);
  const stranger = await company.join('Stranger', path);
  await stranger.page.getByRole('heading', { name: 'No table here' }).waitFor();
  const ben = await company.join('Ben', path + link.hash);
  await ben.takeSeat();
  await ada.page.locator('[data-movable=true]').first().waitFor();
  for (const person of [ada, ben, stranger]) person.assertNoTroubles();
});

test('every page can be used by everybody, in both sizes and colours', async () => {
  const rules = (await house.get('games')).map(({ id }) => `rules/${id}`);
  for (const viewport of [undefined, PHONE]) {
    const guest = await company.join('Guest', '', viewport);
    for (const path of ['', 'games', 'rules', ...rules, 'about', 'no/such/page']) {
      await guest.page.goto(house.url(path));
      await guest.page.getByRole('heading', { level: 1 }).waitFor();
      for (const colorScheme of ['light', 'dark']) {
        await guest.page.emulateMedia({ colorScheme });
        assert.deepEqual(await barriers(guest.page), [], `${path} ${colorScheme}`);
      }
      const wider = await guest.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(wider, false, `${path} fits the screen`);
    }
    guest.assertNoTroubles();
  }
});
