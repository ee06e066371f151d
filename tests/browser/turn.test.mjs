// The turn speaks: what is to be done, what a click would do, and why something is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { DESKTOP, LYING, PHONE, opening } from './company.mjs';
import { SEEDS } from './house.mjs';

/** Seat 1 wins the roll for the start; then it has 6 and 5. */
const { house, company } = await opening({ dice: [{ roller: 0, faces: [4, 5] }, { roller: 1, faces: [6, 5] }] });

function says({ page }, words) {
  return page.getByRole('status').filter({ hasText: words }).first().waitFor();
}

async function drag({ page }, from, to) {
  for (const [space, how] of [[from, 'down'], [to, 'up']]) {
    const { x, y, width, height } = await page.getByTestId(`space-${space}`).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse[how]();
  }
}

/** A picture to be looked at, where a folder for it is named. */
async function picture({ page }, name) {
  const folder = process.env.CYDONIA_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test('a board is made ready and a piece is laid, with a ghost before each click', async () => {
  const { ada, ben } = await company.seatTwo({ game: 'Branches and Twigs and Thorns' }, DESKTOP);
  await says(ada, 'Punch a hole: choose a square.');
  await ada.page.getByTestId('space-c3').hover();
  await ada.page.getByTestId('ghost').waitFor();
  await picture(ada, 'hole');
  await ada.page.getByTestId('space-c3').click();
  await says(ben, 'Place the root: choose a square.');
  await ben.page.getByTestId('space-c5').click();
  await says(ada, 'Where do you want to build?');
  // Three squares lie next to the root besides the hole's neighbours, and are seen before anything is clicked.
  const open = ada.page.locator('[data-testid=board] [data-movable=true]');
  assert.deepEqual(
    (await open.evaluateAll((all) => all.map(({ dataset }) => dataset.testid))).sort(),
    ['space-b5', 'space-c4', 'space-c6', 'space-d5'],
  );
  await picture(ada, 'legal');
  await ada.page.getByTestId('space-a1').click({ force: true });
  await says(ada, 'Nothing lies next to that square to point at.');
  await ada.page.keyboard.press('2');
  await says(ada, 'Where do you want to lay the medium piece?');
  await ada.page.getByTestId('space-c4').hover();
  await ada.page.getByTestId('ghost').waitFor();
  await picture(ada, 'ghost');
  // The root is all that a piece could point at: one click lays it.
  await ada.page.getByTestId('space-c4').click();
  await ben.untilPlies(3);
  assert.equal(await ben.page.getByTestId('space-c4').getAttribute('data-stack'), '2@0');
  await ben.page.keyboard.press('3');
  await ben.page.getByTestId('space-d5').click();
  await ada.untilPlies(4);
  await ada.page.getByTestId('space-d4').click();
  await ada.page.getByTestId('token-1').click();
  await says(ada, 'What should the small piece point at?');
  // To point at Ben's large piece costs three; at one's own nothing.
  assert.deepEqual(await ada.page.getByTestId('brings').allTextContents(), ['−3 points']);
  await picture(ada, 'cost');
  assert.deepEqual(await barriers(ada.page), []);
  for (const person of [ada, ben]) person.assertNoTroubles();
});

test('a wheel goes through the sizes, and a piece’s tip is dragged round', async () => {
  const { ada, ben } = await company.seatTwo({ game: 'Branches and Twigs and Thorns' }, DESKTOP);
  await says(ada, 'Punch a hole: choose a square.');
  await ada.page.getByTestId('space-c3').click();
  await says(ben, 'Place the root: choose a square.');
  await ben.page.getByTestId('space-c5').click();
  await says(ada, 'Where do you want to build?');
  await ada.page.keyboard.press('1');
  await ada.page.getByTestId('space-c4').hover();
  for (const [by, size] of [[120, 'medium'], [120, 'large'], [-120, 'medium'], [-120, 'small']]) {
    await ada.page.mouse.wheel(0, by);
    await says(ada, `Where do you want to lay the ${size} piece?`);
  }
  await ada.page.getByTestId('space-c4').click();
  await ben.untilPlies(3);
  assert.equal(await ben.page.getByTestId('space-c4').getAttribute('data-stack'), '1@0');
  await ben.page.keyboard.press('3');
  await ben.page.getByTestId('space-d5').click();
  await ada.untilPlies(4);
  // Two pieces lie beside d4. The tip is dragged from there to one's own.
  await ada.page.getByTestId('space-d4').click();
  await ada.page.getByTestId('token-2').click();
  await says(ada, 'What should the medium piece point at?');
  await drag(ada, 'd4', 'c4');
  await ben.untilPlies(5);
  assert.match(await ben.page.getByTestId('space-d4').getAttribute('aria-label'), /medium pointing at c 4/);
  for (const person of [ada, ben]) person.assertNoTroubles();
});

test('what may not be moved shakes its head, but not for those who want it still', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  await says(ada, 'Your turn. Choose a piece to move.');
  const shaken = () => ada.page.evaluate(() => globalThis.shaken);
  await ada.page.evaluate(() => {
    globalThis.shaken = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      globalThis.shaken.push(this.dataset.on);
      return animate.apply(this, how);
    };
  });
  await ada.page.getByTestId('space-a8').click({ force: true });
  await says(ada, 'That queen stands on Ben’s ground.');
  assert.deepEqual(await shaken(), []);
  await ada.page.emulateMedia({ reducedMotion: 'no-preference' });
  await ada.page.getByTestId('space-b3').click();
  await says(ada, 'Choose where to move the pawn.');
  await ada.page.getByTestId('space-b4').click({ force: true });
  await says(ada, 'A pawn moves one step diagonally.');
  const space = ada.page.locator('[data-space]', { has: ada.page.getByTestId('space-b3') });
  assert.deepEqual(await shaken(), [await space.getAttribute('data-space')]);
  for (const person of [ada, ben]) person.assertNoTroubles();
});

test('a stack is opened beside the board, on a phone below it, and covers no goal', async () => {
  const views = [
    [DESKTOP, 'Martian Mud Wrestling'],
    [PHONE, 'Martian Mud Wrestling'],
    [DESKTOP, 'Martian Frisby'],
    [PHONE, 'Martian Frisby'],
    [LYING, 'Martian Frisby'],
  ];
  for (const [viewport, game] of views) {
    const { ada, ben } = await company.seatTwo({ game }, viewport);
    await ben.page.locator('[data-testid^=seat-][data-turn=true]').waitFor();
    const stacks = ben.page.locator('[data-testid=board] [data-stack*=","]');
    await stacks.first().hover({ force: true });
    const list = await ben.page.getByTestId('stack-list').boundingBox();
    const board = await ben.page.getByTestId('board').boundingBox();
    const apart =
      list.x >= board.x + board.width || list.y >= board.y + board.height || list.x + list.width <= board.x;
    assert.ok(apart, `${game}: the list at ${JSON.stringify(list)}, the board at ${JSON.stringify(board)}`);
    const within = list.x >= 0 && list.x + list.width <= viewport.width && list.y + list.height <= viewport.height;
    assert.ok(within, `${game}: ${JSON.stringify(list)} is seen whole`);
    for (const person of [ada, ben]) {
      person.assertNoTroubles();
      await person.page.context().close();
    }
  }
});

test('a refusal says why, once, and changes nothing', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  await says(ada, 'Your turn. Choose a piece to move.');
  const before = await ada.position();
  await ada.page.getByTestId('space-a8').click({ force: true });
  await says(ada, 'That queen stands on Ben’s ground.');
  await picture(ada, 'refused');
  await ada.page.getByTestId('space-b3').click();
  await says(ada, 'Choose where to move the pawn.');
  await ada.page.getByTestId('space-b4').click({ force: true });
  await says(ada, 'A pawn moves one step diagonally.');
  assert.equal(await ada.position(), before);
  assert.deepEqual(await barriers(ada.page), []);
  for (const person of [ada, ben]) person.assertNoTroubles();
});

test('who starts is said with the reason, and ending a turn is quiet while dice are left', async () => {
  const ada = await company.join('Ada', '', DESKTOP, SEEDS[0]);
  const link = await ada.openTable({ game: 'Martian Backgammon' });
  const ben = await company.join('Ben', house.path(link), PHONE, SEEDS[1]);
  await ben.takeSeat();
  await says(ada, 'Roll to see who starts.');
  await ada.roll();
  await says(ada, 'Ben’s 5 beats your 4: Ben starts.');
  await says(ben, 'Your 5 beats Ada’s 4: you start.');
  await picture(ben, 'starts');
  await ben.roll();
  await says(ben, 'Move a piece by up to 5 or 6.');
  const end = ben.page.getByTestId('token-end');
  assert.equal(await end.textContent(), 'End turn (2 dice left)');
  assert.doesNotMatch(await end.getAttribute('class'), /strong/);
  await picture(ben, 'dice-left');
  for (const person of [ada, ben]) person.assertNoTroubles();
});
