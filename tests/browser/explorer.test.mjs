// The explorer: what was played in a position, played on from there, by addresses that can be shared.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { BY_TOUCH, DESKTOP, SMALL, opening, part } from './company.mjs';

const { house, company } = await opening();

/** Where pictures are to be left for people to look at, if anywhere. */
const PICTURES = process.env.CYDONIA_PICTURES;

async function picture({ page }, name) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

/** A finished game of so many actions and rolls that is counted; its id, and its line. */
async function counted(game, actions) {
  const { ada, ben, id } = await company.playSome(game, actions);
  await part(ada, ben);
  const { number, line } = await house.get(`matches/${id}`);
  const deadline = Date.now() + 20_000;
  while ((await house.get('explorer?position=martian-chess:2')).through < number)
    assert.ok(Date.now() < deadline, 'the game is counted');
  return { id, line };
}

const query = (page) => new URL(page.url()).search;
const row = (page, action) => page.locator(`[data-testid=explorer-move][data-action="${action}"]`);

/** Waits until the page shows so many steps from where the line begins. */
async function untilSteps(page, count) {
  await page.waitForFunction(
    (wanted) =>
      document.querySelectorAll('[data-testid=explorer-step]').length === wanted &&
      document.querySelector('[data-testid=played]')?.ariaBusy !== 'true',
    count,
  );
}

for (const [viewport, device, size] of [
  [DESKTOP, {}, 'desktop'],
  [SMALL, BY_TOUCH, 'phone'],
]) {
  test(`what was played is told, leads on, and to the games themselves (${size})`, async () => {
    const { id, line } = await counted('Martian Chess', 4);
    const [{ action }] = line;
    const eve = await company.join('Eve', 'explorer/martian-chess', viewport, null, device);
    const { page } = eve;
    await row(page, action).waitFor();
    const { moves } = await house.get('explorer?position=martian-chess:2');
    const { games } = moves.find((move) => move.action === action);
    assert.equal(await row(page, action).getByTestId('explorer-games').innerText(), String(games));
    const start = await eve.position();
    await row(page, action).getByRole('link').focus();
    await page.getByTestId('arrows').waitFor();
    await picture(eve, `explorer-start-${size}`);
    assert.deepEqual(await barriersInBoth(page), [], 'the start');

    // A click plays it, and whoever is sent the address is in the same place.
    await row(page, action).getByRole('link').click();
    await page.waitForURL((url) => url.search === `?line=${action}`);
    await untilSteps(page, 1);
    const there = await eve.position();
    assert.notEqual(there, start);
    await row(page, line[1].action).waitFor();
    await picture(eve, `explorer-line-${size}`);
    assert.deepEqual(await barriersInBoth(page), [], 'along a line');
    await page.reload();
    await untilSteps(page, 1);
    assert.equal(await eve.position(), there);

    // The board plays on just as well, and leads where nobody has been.
    await page.locator('[data-movable=true]').first().waitFor();
    const { actions } = await house.get(`what-if?position=martian-chess:2&line=${action}`);
    const fresh = actions.find((one) => one !== line[1].action);
    for (const token of fresh.split('-')) await eve.pick(token);
    await page.waitForURL((url) => url.search === `?line=${action},${fresh}`);
    await untilSteps(page, 2);
    await page.getByText('Nobody has played this yet.').waitFor();

    // Back by the button, by the key and by the browser.
    await page.getByTestId('explorer-back').click();
    await page.waitForURL((url) => url.search === `?line=${action}`);
    await untilSteps(page, 1);
    assert.equal(await eve.position(), there);
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL((url) => url.search === '');
    await untilSteps(page, 0);
    assert.equal(await eve.position(), start);
    await page.goBack();
    await untilSteps(page, 1);
    assert.equal(await eve.position(), there);

    // To the game that was played so, and from its replay back to the same position.
    await page.getByTestId('explorer-examples').locator(`a[href$="/games/${id}"]`).click();
    await page.getByTestId('first').click();
    await page.getByTestId('forward').click();
    await page.waitForURL(/#1$/);
    await page.getByTestId('explore').click();
    await page.waitForURL((url) => url.pathname.endsWith('/explorer/martian-chess') && url.search.startsWith('?from='));
    await row(page, line[1].action).waitFor();
    assert.equal(await eve.position(), there);
    await page.locator('summary').click();
    const { leads_to: named } = (await house.get('explorer?position=martian-chess:2')).moves.find(
      (move) => move.action === action,
    );
    assert.equal(await page.getByTestId('position-text').inputValue(), named.text);
    assert.equal(await page.getByTestId('position-key').inputValue(), named.key);
    await picture(eve, `explorer-from-${size}`);
    assert.deepEqual(await barriersInBoth(page), [], 'a given position');

    // All games in which it stood; the list says so, and lets go of it.
    await page.getByRole('link', { name: 'All games that came by here' }).click();
    await page.locator(`a[href$="/games/${id}"]`).waitFor();
    assert.equal(query(page), `?position=${named.key}`);
    await page.getByLabel('A given position came up').selectOption('');
    await page.waitForURL((url) => url.search === '');
    await part(eve);
  });
}

test('with dice one chooses what is rolled', async () => {
  const { line } = await counted('Martian Frisby', 5);
  const at = line.findIndex(({ roll }, step) => roll && line[step + 1]?.action);
  const before = line.slice(0, at).map((step) => step.action ?? `roll ${step.roll.join(' ')}`);
  const { roll } = line[at];
  const path = before.length > 0 ? `?line=${before.join(',').replaceAll(' ', '+')}` : '';
  const eve = await company.join('Eve', `explorer/martian-frisby${path}`, SMALL, null, BY_TOUCH);
  const { page } = eve;
  for (const face of roll) await page.getByTestId(`die-${face}`).click();
  await page.waitForURL((url) => url.search.endsWith(`roll+${roll.join('+')}`));
  await untilSteps(page, at + 1);
  assert.deepEqual(await eve.dice(), roll);
  const { action } = line[at + 1];
  await row(page, action).getByRole('link').click();
  await untilSteps(page, at + 2);
  await picture(eve, 'explorer-dice-phone');
  assert.deepEqual(await barriersInBoth(page), [], 'dice');
  await part(eve);
});

test('another set-up is another start, and what cannot be is said', async () => {
  const eve = await company.join('Eve', 'explorer/martian-chess?line=nonsense');
  const { page } = eve;
  await page.getByText('This line cannot be played here.').waitFor();
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await page.getByTestId('board').waitFor();
  await page.getByLabel('Seats').selectOption('4');
  await page.waitForURL((url) => url.search === '?seats=4');
  await page.getByText('Nobody has begun a game like this so far.').waitFor();
  await page.getByLabel('Teams').selectOption('true');
  await page.waitForURL((url) => url.search === '?seats=4&teams=true');
  await page.getByLabel('People or computers').selectOption('false');
  await page.waitForURL((url) => url.search === '?seats=4&teams=true&people=1');
  // The server's refusal is on the browser's console, as any is.
  eve.troubles = eve.troubles.filter((trouble) => !/status of 400/.test(trouble));
  await part(eve);
});
