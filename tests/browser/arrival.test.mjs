// Whoever arrives, by whatever address and on whatever device: what they find, and that it stays where it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, chance, opening, part } from './company.mjs';
import { Program, pair } from './programs.mjs';

const GAME = 'martian-chess';
const { house, company } = await opening();

/** How much may shift while a page comes, as browsers reckon it. */
const SHIFT = 0.02;

test('an address that is none is told of in words, not in a program’s', async () => {
  for (const path of ['t/not-a-uuid', 't/0199', `t/${crypto.randomUUID()}`]) {
    const eve = await company.join('Eve', path);
    await eve.page.getByRole('heading', { name: 'No table here' }).waitFor();
    assert.doesNotMatch(await eve.page.locator('main').innerText(), /uuid|parse|invalid/i, path);
    await part(eve);
  }
});

test('a game that is being played is found at the address of its review, too', async () => {
  const { table, players } = await pair(house, GAME, ['Ada', 'Ben']);
  const eve = await company.join('Eve', `games/${table}`);
  await eve.page.waitForURL(house.url(`t/${table}`));
  await eve.page.getByText('Spectating.').waitFor();
  await part(eve);
  players.forEach((player) => player.leave());
});

test('the first page stays where it is while it comes, on a phone and on a laptop', async () => {
  const hosts = await Promise.all(['Hal', 'Ida'].map((name) => Program.join(house, name)));
  for (const host of hosts) await host.open(GAME);
  for (const viewport of [PHONE, DESKTOP]) {
    const eve = await company.joinWith('Eve', (page) => page.addInitScript(watchShift), '', viewport);
    await eve.page.locator('[data-testid^=table-]').first().waitFor();
    await eve.page.waitForLoadState('networkidle');
    await eve.lookThrough();
    await eve.page.getByTestId('featured').waitFor();
    await eve.page.getByTestId('puzzle-of-the-day').waitFor();
    const shift = await eve.page.evaluate(() => globalThis.shift);
    assert.ok(shift <= SHIFT, `${viewport.width}: things moved by ${shift}`);
    await part(eve);
  }
  hosts.forEach((host) => host.leave());
});

test('on a wide screen no words of the first page lie on the board', async () => {
  for (const width of [1280, 1920]) {
    const eve = await company.join('Eve', '', { width, height: 1080 });
    const board = await eve.page.getByTestId('featured').boundingBox();
    for (const words of await eve.page.locator('.hero :is(h1, p, button, label)').all()) {
      const box = await words.boundingBox();
      if (!box || (await words.evaluate((one) => one.closest('[data-testid=featured]') !== null))) continue;
      const apart = box.x + box.width <= board.x || box.x >= board.x + board.width || box.y >= board.y + board.height;
      assert.ok(apart, `${width}: ${await words.innerText()} lies on the board`);
    }
    await part(eve);
  }
});

test('who waits is told that somebody is looked for, and what to do meanwhile', async () => {
  const ada = await company.join('Ada', '', PHONE);
  const quick = ada.page.getByTestId('quick');
  await quick.getByRole('radio', { name: 'Martian Go' }).check();
  await quick.getByRole('radio', { name: '30+20' }).check();
  await quick.getByRole('button', { name: 'Play now' }).click();
  await ada.sayName();
  const searching = ada.page.getByTestId('searching');
  await searching.getByText('Looking for an opponent').waitFor();
  await searching.getByRole('timer').waitFor();
  await ada.page.getByRole('link', { name: 'Play the computer' }).waitFor();
  await part(ada);
});

test('a telephone passes an invitation on by its own sheet', async () => {
  const ada = await company.joinWith('Ada', (page) => page.addInitScript(noteShared), '', PHONE);
  await ada.page.getByRole('button', { name: 'Play a friend' }).click();
  await ada.sayName();
  const link = await ada.page.getByTestId('link').inputValue();
  await ada.page.getByRole('button', { name: 'Share…' }).click();
  assert.deepEqual(await ada.page.evaluate(() => globalThis.shared), [{ url: link, text: 'Play Martian Chess with me' }]);
  // It is for the friend alone: no list shows it.
  const id = new URL(ada.page.url()).pathname.split('/').at(-1);
  const { tables } = await house.get('tables');
  assert.ok(tables.every(({ info }) => info.id !== id));
  await part(ada);
});

test('nothing on a page outlives the screen that it was for as a game begins', async () => {
  const { ada, ben } = await company.seatTwo();
  await ada.move(chance(3));
  await ben.untilPlies(1);
  for (const { name, warnings } of [ada, ben]) assert.deepEqual(warnings, [], `${name}'s page warns of nothing`);
  await part(ada, ben);
});

test('after a move by mouse the arrow keys look back', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  await ada.move(chance(3));
  await ben.untilPlies(1);
  await ada.page.keyboard.press('ArrowLeft');
  await ada.page.getByRole('button', { name: 'Back to the game' }).waitFor();
  await part(ada, ben);
});

test('in forced colours what is chosen, and whose turn it is, is seen', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  await ada.page.emulateMedia({ forcedColors: 'active' });
  const frames = await ada.page.locator('[data-testid^=seat-]').evaluateAll((cards) =>
    cards.map((card) => [card.dataset.turn, getComputedStyle(card).borderTopWidth, getComputedStyle(card).borderTopColor].join(' ')),
  );
  assert.equal(new Set(frames.map((frame) => frame.replace(/^\w+ /, ''))).size, 2, frames.join(', '));
  await ada.page.goto(house.url('new'));
  const form = ada.page.getByRole('form', { name: 'New game' });
  const label = form.locator('label', { hasText: 'Martian Go' });
  const before = await label.evaluate(looks);
  await label.click();
  await ada.page.mouse.move(0, 0);
  assert.notEqual(await label.evaluate(looks), before, 'a game that is chosen');
  await part(ada, ben);
});

/** Runs in a page before all else: adds up what shifts. */
function watchShift() {
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) globalThis.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in a page before all else: the device has a sheet of its own, which notes down what is shared. */
function noteShared() {
  globalThis.shared = [];
  navigator.share = async (what) => void globalThis.shared.push(what);
}

/** Runs in the page: how something is framed. */
function looks(one) {
  const { borderTopColor, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(one);
  return [borderTopColor, borderTopWidth, outlineStyle, outlineWidth].join();
}
