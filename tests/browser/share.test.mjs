// A game is passed on: by its short address, as a picture, within a page of somebody else's; and what can be read without a script.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { DESKTOP, PHONE, chance, opening } from './company.mjs';

const { house, company } = await opening();
const FOLDER = process.env.PICTURES;

async function picture(page, name) {
  if (FOLDER) await page.screenshot({ path: `${FOLDER}/share-${name}.png`, animations: 'disabled' });
}

/** Two come together by the short address, and one resigns after some moves. */
async function played() {
  const ada = await company.join('Ada', '', PHONE);
  const table = new URL(await ada.openTable()).pathname.split('/').at(-1);
  const short = await ada.page.getByTestId('link').inputValue();
  assert.match(short, /\/t\/[0-9A-HJKMNP-TV-Z]{5}$/);
  await picture(ada.page, 'waiting-phone');
  assert.deepEqual(await barriers(ada.page), [], 'waiting');
  const ben = await company.join('Ben', house.path(short).toLowerCase());
  await ben.takeSeat();
  const random = chance(3);
  for (let plies = 0; plies < 6; plies += 1) {
    const mover = [ada, ben][plies % 2];
    await mover.untilPlies(plies);
    assert.ok(await mover.mayMove());
    await mover.move(random);
  }
  await ben.untilPlies(6);
  await ada.resign();
  await ben.page.getByTestId('result').waitFor();
  return { table, short, ada, ben };
}

const { table, short, ben } = await played();

test('whoever comes to a game that is over is led to its review', async () => {
  const eve = await company.join('Eve', house.path(short));
  await eve.page.waitForURL(house.url(`games/${table}`));
  await eve.page.getByTestId('board').waitFor();
});

test('a code that leads nowhere is said to', async () => {
  const eve = await company.join('Eve', 't/00000');
  await eve.page.getByRole('heading', { name: 'No table here' }).waitFor();
});

test('a finished game is shared by link, picture, record and HTML', async () => {
  const { page } = ben;
  await page.goto(house.url(`games/${table}`));
  await page.getByTestId('share').click();
  const menu = page.getByRole('region', { name: 'Share' });
  assert.equal(await menu.getByTestId('link').inputValue(), short);
  for (const [name, file, begins] of [
    ['PNG', `cydonia-${table}.png`, '\x89PNG'],
    ['SVG', `cydonia-${table}.svg`, '<svg '],
    ['GIF', `cydonia-${table}.gif`, 'GIF89a'],
    ['All moves as text', `cydonia-${table}.txt`, '[Game "martian-chess"]'],
  ]) {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      menu.getByRole('button', { name, exact: true }).click(),
    ]);
    assert.equal(saved.suggestedFilename(), file);
    assert.ok((await readFile(await saved.path(), 'latin1')).startsWith(begins), name);
  }
  await picture(page, 'menu');
  assert.deepEqual(await barriers(page), [], 'the menu');
  const html = await menu.getByTestId('embed-code').inputValue();
  assert.ok(html.startsWith(`<iframe src="${house.url(`embed/${table}`)}"`), html);

  // On a page of another origin it is there, and can be stepped through.
  const elsewhere = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(`<h1>Elsewhere</h1>${html}`));
  await new Promise((done) => elsewhere.listen(0, '127.0.0.1', done));
  const eve = await company.join('Eve', '', DESKTOP);
  await eve.page.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
  const frame = eve.page.frameLocator('iframe');
  await frame.getByTestId('board').waitFor();
  const before = await frame.getByRole('status').last().textContent();
  await frame.getByRole('button', { name: 'One step back' }).click();
  await frame.getByText(/^After move \d+ of \d+\.$/).waitFor();
  assert.notEqual(await frame.getByRole('status').last().textContent(), before);
  await picture(eve.page, 'embed');
  assert.equal(await frame.getByRole('banner').count(), 0, 'nothing but the game');
  assert.deepEqual(await eve.page.context().cookies(house.url()), [], 'no cookie is set');
  await eve.page.goto('about:blank');
  elsewhere.close();
});

test('rules and finished games can be read without a script', async () => {
  const context = await company.browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(house.url('rules/martian-chess'));
  await page.getByRole('heading', { name: 'Martian Chess', level: 1 }).waitFor();
  const drawn = await page.locator('img').first().evaluate((image) => image.complete && image.naturalWidth > 0);
  assert.ok(drawn, 'its pictures are there');
  await picture(page, 'rules-still');
  await page.goto(house.url());
  await page.getByRole('link', { name: 'Finished games' }).click();
  await page.getByRole('heading', { name: 'Finished games', level: 1 }).waitFor();
  await picture(page, 'games-still');
  await page.getByRole('link', { name: 'Martian Chess: Ada – Ben' }).click();
  assert.equal(page.url(), house.url(`games/${table}`));
  await page.getByRole('heading', { name: 'Martian Chess: Ada – Ben' }).waitFor();
  await page.getByRole('cell', { name: 'Ben' }).waitFor();
  await picture(page, 'game-still');
  await page.getByRole('link', { name: 'All moves as text' }).click();
  assert.ok((await page.textContent('body')).includes('[Game "martian-chess"]'));
  await context.close();
});

test('a page is printed light and without what would be pressed', async () => {
  const { page } = ben;
  await page.goto(house.url(`games/${table}`));
  await page.getByTestId('board').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await page.getByRole('banner').isVisible(), false);
  assert.equal(await page.locator('button:visible').count(), 0);
  assert.ok(await page.getByTestId('board').isVisible());
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  assert.equal(ink, 'rgb(43, 33, 28)', 'dark letters on white paper');
  await picture(page, 'print');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
});
