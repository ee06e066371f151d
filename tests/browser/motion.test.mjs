// What moves is seen, by those who want it: pieces that fly to cards, dice that tumble, the end. For all others it is there at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, chance, opening, part, whoMoves } from './company.mjs';
import { SEEDS } from './house.mjs';

const { house, company } = await opening({ dice: [{ roller: 0, faces: [5, 4] }, { roller: 0, faces: [6, 3] }] });

/** Takes note of all that comes to the page and has such a name for tests. */
function watch({ page }, name) {
  return page.evaluate((name) => {
    globalThis.seen ??= {};
    globalThis.seen[name] = 0;
    const find = `[data-testid="${name}"]`;
    const count = (node) => (node.matches?.(find) ? 1 : (node.querySelectorAll?.(find).length ?? 0));
    new MutationObserver((all) => {
      for (const { addedNodes } of all) for (const node of addedNodes) globalThis.seen[name] += count(node);
    }).observe(document.body, { childList: true, subtree: true });
  }, name);
}

function seen({ page }, name) {
  return page.evaluate((name) => globalThis.seen[name], name);
}

function moves({ page }) {
  return page.emulateMedia({ reducedMotion: 'no-preference' });
}

/** The score on a card, as it is shown. */
function score({ page }, seat) {
  return page.getByTestId(`seat-${seat}`).locator('.points .figure').innerText();
}

test('what is taken flies to its taker’s card, and the score is counted up there', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  await moves(ada);
  assert.ok(await ada.mayMove());
  for (const person of [ada, ben]) await watch(person, 'flight');
  const random = chance(3);
  let taken = 0;
  for (let ply = 0; ply < 60 && taken < 3; ply += 1) {
    const before = (await ben.position()).length;
    await (await whoMoves([ada, ben])).move(random);
    await Promise.all([ada, ben].map((person) => person.untilPlies(ply + 1)));
    const trays = await ben.page.locator('[data-testid^=tray-captured]').evaluateAll((all) => all.map(({ dataset }) => dataset.pieces));
    taken = trays.join(',').split(',').filter(Boolean).length;
    assert.ok(before > 0);
  }
  assert.ok(taken >= 3, `${taken} pieces were taken`);
  assert.equal(await seen(ada, 'flight'), taken);
  assert.equal(await seen(ben, 'flight'), 0, 'Ben wants it still');
  await ada.page.getByTestId('flight').first().waitFor({ state: 'detached' });
  for (const seat of [0, 1]) {
    const points = await score(ben, seat);
    await ada.page.getByTestId(`seat-${seat}`).locator('.points .figure').getByText(points, { exact: true }).waitFor();
  }
  await part(ada, ben);
});

test('a click on the dice rolls them, and they tumble and settle on what was rolled', async () => {
  const ada = await company.join('Ada', '', DESKTOP, SEEDS[0]);
  const link = await ada.openTable({ game: 'Martian Backgammon' });
  const ben = await company.join('Ben', house.path(link), DESKTOP, SEEDS[1]);
  await ben.takeSeat();
  await moves(ada);
  await ada.page.getByTestId('throw').waitFor();
  for (const person of [ada, ben]) await watch(person, 'tumbling');
  await ada.page.getByTestId('throw').click();
  await ada.untilPlies(1);
  await ben.untilPlies(1);
  assert.equal(await seen(ada, 'tumbling'), 2);
  assert.equal(await seen(ben, 'tumbling'), 0, 'Ben wants it still');
  await ada.page.getByTestId('tumbling').first().waitFor({ state: 'detached' });
  for (const person of [ada, ben]) assert.deepEqual((await person.dice()).sort(), [4, 5]);
  const { width } = await ada.page.locator('[data-face] svg').first().boundingBox();
  assert.ok(width >= 50, `a die is ${width} px wide, and askew as it can be rolled again`);
  await part(ada, ben);
});

test('the end is celebrated once, and a rematch is joined from the board', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  await moves(ada);
  assert.ok(await ada.mayMove());
  await ada.move(chance(1));
  await ben.untilPlies(1);
  for (const person of [ada, ben]) await watch(person, 'celebration');
  await ben.resign();
  for (const { page } of [ada, ben]) await page.getByTestId('result').getByText('Ben resigned.').waitFor();
  await ada.page.getByTestId('celebration').waitFor({ state: 'attached' });
  await ada.page.getByTestId('celebration').waitFor({ state: 'detached' });
  assert.equal(await seen(ada, 'celebration'), 1);
  assert.equal(await seen(ben, 'celebration'), 0, 'Ben wants it still');
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the result');
  assert.match(await ada.page.getByRole('link', { name: 'New opponent' }).getAttribute('href'), /new\?.*martian-chess/);

  const here = ada.page.url();
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await ada.page.getByText('Rematch offered. Waiting for Ben…').waitFor();
  assert.equal(ada.page.url(), here, 'one stays at the board');
  await ben.page.getByText('Ada wants a rematch.').waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'a rematch that was offered');
  await ben.page.getByRole('button', { name: 'Join the rematch' }).click();
  for (const { page } of [ada, ben]) await page.getByTestId('result').waitFor({ state: 'detached' });
  assert.ok(await ben.mayMove());
  assert.notEqual(ada.page.url(), here);
  assert.equal(new URL(ada.page.url()).pathname, new URL(ben.page.url()).pathname);
  await part(ada, ben);
});
