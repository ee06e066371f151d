// What if: side lines that leave a finished game, played on its own board, and found again by their address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, opening, part } from './company.mjs';

const { house, company } = await opening();

/** Where pictures are to be left for people to look at, if anywhere. */
const PICTURES = process.env.CYDONIA_PICTURES;

async function picture({ page }, name) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/** A finished game of so many actions and rolls; its id. */
async function finished(game, actions) {
  const { ada, ben, id } = await company.playSome(game, actions);
  await part(ada, ben);
  return id;
}

/** What can be done after a step of a game, and along a side line. */
function whatIf(id, step, line = []) {
  return house.get(`matches/${id}/what-if?step=${step}&line=${line.map(encodeURIComponent).join(',')}`);
}

/** Takes an action by clicking on its tokens, one by one. */
async function play(person, action) {
  for (const token of action.split('-')) await person.pick(token);
}

/** An action that the game did not go on with. */
async function another(id, step, line = []) {
  const { actions } = await whatIf(id, step, line);
  const { line: played } = await house.get(`matches/${id}`);
  return actions.find((action) => line.length > 0 || action !== played[step].action);
}

/** Somebody sees a side line of so many entries to its end, and that position. */
async function shows(person, entries, position) {
  const last = person.page.getByTestId('side-ply').nth(entries - 1);
  await last.and(person.page.locator('[aria-current=step]')).waitFor();
  assert.equal(await person.position(), position);
}

const fragment = (page) => new URL(page.url()).hash;

for (const [viewport, size] of [
  [DESKTOP, 'desktop'],
  [PHONE, 'phone'],
]) {
  test(`a side line is played on the board of a finished game, and its address leads back to it (${size})`, async () => {
    const id = await finished('Martian Chess', 6);
    const eve = await company.join('Eve', `games/${id}#3`, viewport);
    const { page } = eve;
    await page.locator('[data-movable=true]').first().waitFor();
    await picture(eve, `what-if-before-${size}`);
    const inGame = await eve.position();
    const first = await another(id, 3);
    await play(eve, first);
    await page.getByTestId('side-ply').waitFor();
    assert.equal(fragment(page), `#3/${first}`);
    await eve.hears(/./);
    const second = await another(id, 3, [first]);
    await page.locator('[data-movable=true]').first().waitFor();
    await play(eve, second);
    await page.getByTestId('side-ply').nth(1).waitFor();
    assert.equal(fragment(page), `#3/${first},${second}`);
    const there = await eve.position();
    assert.notEqual(there, inGame);
    await picture(eve, `what-if-${size}`);
    assert.deepEqual(await barriersInBoth(page), [], 'a side line');

    // By keyboard along the line, to where it begins and back; it is neither left nor lost on the way.
    await page.getByTestId('side-ply').nth(1).focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/\/1$/);
    await page.keyboard.press('Home');
    await page.waitForURL(/\/0$/);
    assert.equal(await eve.position(), inGame);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('End');
    await page.waitForURL((url) => url.hash === `#3/${first},${second}`);
    await shows(eve, 2, there);

    // Whoever is sent the address sees the same.
    const mia = await company.join('Mia', `games/${id}${fragment(page)}`, viewport);
    await shows(mia, 2, there);
    await page.reload();
    await shows(eve, 2, there);
    await page.getByTestId('side-ply').nth(1).and(page.locator('[aria-current=step]')).waitFor();

    // Another move from its middle is another line; and Escape leads back to the game, where one was.
    await page.getByTestId('back').click();
    await page.waitForURL(/\/1$/);
    await page.locator('[data-movable=true]').first().waitFor();
    const { actions } = await whatIf(id, 3, [first]);
    const other = actions.find((action) => action !== second);
    await play(eve, other);
    await page.waitForURL((url) => url.hash === `#3/${first},${other}`);
    await page.keyboard.press('Escape');
    await page.getByTestId('side-line').waitFor({ state: 'detached' });
    assert.equal(await eve.position(), inGame);
    assert.equal(fragment(page), '#3');
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY', 'the focus is somewhere');

    // What the game itself went on with is no side line.
    const { line } = await house.get(`matches/${id}`);
    await page.locator('[data-movable=true]').first().waitFor();
    await play(eve, line[3].action);
    await page.waitForURL(/#4$/);
    assert.equal(await page.getByTestId('side-line').count(), 0);
    await part(eve, mia);
  });
}

test('with dice one chooses what is rolled, or leaves it to chance', async () => {
  const id = await finished('Martian Frisby', 5);
  const { line } = await house.get(`matches/${id}`);
  const at = line.findIndex(({ roll }) => roll);
  const faces = line[at].roll[0] === 6 ? [5, 2] : [6, 2];
  for (const [viewport, size] of [
    [DESKTOP, 'desktop'],
    [PHONE, 'phone'],
  ]) {
    const eve = await company.join('Eve', `games/${id}#${at}`, viewport);
    const { page } = eve;
    await page.getByTestId('try').click();
    await picture(eve, `what-if-dice-due-${size}`);
    for (const face of faces) await page.getByTestId(`die-${face}`).click();
    await page.getByTestId('side-ply').waitFor();
    assert.equal(fragment(page), `#${at}/roll+${faces.join('+')}`);
    assert.deepEqual(await eve.dice(), faces);
    const action = await another(id, at, [`roll ${faces.join(' ')}`]);
    await page.locator('[data-movable=true], button[data-testid^=token-]').first().waitFor();
    await play(eve, action);
    await page.getByTestId('side-ply').nth(1).waitFor();
    const there = await eve.position();
    await picture(eve, `what-if-dice-${size}`);
    assert.deepEqual(await barriersInBoth(page), [], 'a side line with dice');
    await page.reload();
    await shows(eve, 2, there);

    // By chance, from the same place.
    await page.getByTestId('leave-side-line').click();
    await page.getByTestId('try').click();
    await page.getByTestId('random-roll').click();
    await page.waitForURL((url) => /\/roll\+[1-6]\+[1-6]$/.test(url.hash) || url.hash === `#${at + 1}`);
    await part(eve);
  }
});

test('a side line that cannot be played says so, and leads back to the game', async () => {
  const id = await finished('Martian Chess', 3);
  const eve = await company.join('Eve', `games/${id}#2/nonsense`);
  // The server's refusal is on the browser's console, as any is.
  await eve.page.getByText('This side line cannot be played here.').waitFor();
  await eve.page.getByTestId('leave-side-line').click();
  await eve.page.getByText('After move 2 of 4.').waitFor();
  assert.equal(fragment(eve.page), '#2');
  eve.troubles = eve.troubles.filter((trouble) => !/status of 400/.test(trouble));
  await part(eve);
});
