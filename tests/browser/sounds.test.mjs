// What is heard at a table, and what tells of one's turn where the page is not seen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, chance, opening, part } from './company.mjs';

const { house, company } = await opening();

/** Takes note of each sound as it begins, how long it is tells which, and of how many have died away. */
function listen({ page }) {
  return page.evaluate(() => {
    globalThis.heard = [];
    globalThis.over = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      globalThis.heard.push(this.buffer.duration);
      this.addEventListener('ended', () => (globalThis.over += 1));
      return start.apply(this, when);
    };
  });
}

function heard({ page }, count) {
  return page.waitForFunction((count) => globalThis.heard.length >= count, count);
}

/** Has the page believe that its person is at another window. */
function lookAway({ page }) {
  return page.evaluate(() => {
    document.hasFocus = () => false;
    dispatchEvent(new Event('blur'));
  });
}

function icon({ page }) {
  return page.locator('link[rel=icon]').getAttribute('href');
}

test('moves are heard and one’s turn calls, each unless it is switched off; the icon has a badge on one’s turn, for who is elsewhere', async () => {
  const ada = await company.join('Ada');
  const link = await ada.openTable();
  await listen(ada);
  const ben = await company.join('Ben', house.path(link), DESKTOP);
  await ben.takeSeat();
  assert.ok(await ada.mayMove());
  // An opponent has been found, and it is her turn: one call.
  await heard(ada, 1);
  assert.doesNotMatch(await icon(ada), /turn/, 'she is looking');
  await lookAway(ada);
  await lookAway(ben);
  assert.match(await icon(ada), /favicon-turn\.svg$/);
  assert.doesNotMatch(await icon(ben), /turn/);

  const random = chance(2);
  await ada.move(random);
  await ben.untilPlies(1);
  await ben.page.locator('[data-movable=true]').first().waitFor();
  await heard(ada, 2);
  assert.doesNotMatch(await icon(ada), /turn/);
  assert.match(await icon(ben), /favicon-turn\.svg$/);
  // A call that still sounds is not begun anew.
  await ada.page.waitForFunction(() => globalThis.over >= 2);
  await ben.move(random);
  await ada.untilPlies(2);
  // The move, and the call to one's turn, which is another sound.
  await heard(ada, 4);
  const [found, own, others, call] = await ada.page.evaluate(() => globalThis.heard);
  assert.equal(own, others);
  assert.equal(call, found);
  assert.notEqual(call, others);

  // What is switched on is heard at once as a sample, what is switched off is not.
  await ada.page.getByRole('button', { name: 'Sounds', exact: true }).click();
  const menu = ada.page.getByRole('region', { name: 'Sounds' });
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the menu of sounds');
  await menu.getByRole('switch', { name: 'Your turn, opponent found' }).click();
  await menu.getByRole('switch', { name: 'Captures' }).click();
  await menu.getByRole('switch', { name: 'Captures' }).click();
  await heard(ada, 5);
  await ada.page.keyboard.press('Escape');
  await ada.move(random);
  await ben.untilPlies(3);
  await ben.page.locator('[data-movable=true]').first().waitFor();
  await ben.move(random);
  await ada.untilPlies(4);
  assert.ok(await ada.mayMove());
  await heard(ada, 7);
  const all = await ada.page.evaluate(() => globalThis.heard);
  assert.ok(!all.slice(5).includes(call), 'the call is switched off');

  // Off altogether, and so it stays on this device.
  await ada.page.getByRole('button', { name: 'Sounds', exact: true }).click();
  await menu.getByRole('slider', { name: 'Volume' }).fill('0');
  await ada.page.reload();
  await ada.page.getByRole('button', { name: 'Sounds: off' }).waitFor();
  await listen(ada);
  assert.ok(await ada.mayMove());
  await ada.move(random);
  await ben.untilPlies(5);
  await ada.page.locator('[data-testid=seat-1][data-turn=true]').waitFor();
  assert.equal(await ada.page.evaluate(() => globalThis.heard.length), 0);
  await part(ada, ben);
});
