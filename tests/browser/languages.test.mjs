// Languages: the page comes in the one that is asked for or was chosen, is whole in each, and goes from right to left where that is
// how it is read.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { barriers } from './barriers.mjs';
import { DESKTOP, PHONE, SMALL, opening, part } from './company.mjs';
import { APP_OF_OTHERS } from './states.mjs';

const { house, company } = await opening();

/** The language files of the client. */
async function words(language, namespace) {
  const file = new URL(`../../web-client/messages/${language}/${namespace}.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8'));
}

const direction = (page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

function heading(person, name) {
  return person.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

test('the page comes in the language of the browser, and in the one that is chosen from then on', async () => {
  const guest = await company.join('Guest', 'settings', DESKTOP, null, { locale: 'de-AT' });
  const { page } = guest;
  const [german, spanish] = [await words('de', 'settings'), await words('es', 'settings')];
  await heading(guest, german.page);
  assert.deepEqual(await direction(page), ['de', 'ltr']);
  await page.getByRole('radio', { name: 'Español' }).check({ force: true });
  await heading(guest, spanish.page);
  assert.deepEqual(await direction(page), ['es', 'ltr']);
  assert.ok(await page.getByRole('radio', { name: 'Español' }).isChecked());
  await page.goto(house.url('new'));
  assert.deepEqual(await direction(page), ['es', 'ltr']);
  // The foot of the first page has them, too, for whoever cannot read where the settings are.
  await page.goto(house.url());
  await page.getByRole('link', { name: 'עברית' }).or(page.getByRole('button', { name: 'עברית' })).click();
  await page.waitForFunction(() => document.documentElement.lang === 'he');
  await page.goto(house.url('settings'));
  assert.deepEqual(await direction(page), ['he', 'rtl']);
  await page.getByRole('radio', { name: (await words('he', 'settings')).browserLanguage }).click({ force: true });
  await heading(guest, german.page);
  await part(guest);
});

test('whoever has a name finds the language on another device', async () => {
  const ada = await company.join('Ada');
  await ada.openTable({});
  await ada.page.goto(house.url('settings'));
  await ada.page.getByRole('radio', { name: 'Deutsch' }).check({ force: true });
  await heading(ada, (await words('de', 'settings')).page);
  // Whichever of the two pages it was that told the house: the first is left in the middle of it.
  await ada.page.waitForFunction(async () => {
    const answer = await fetch(new URL('api/v1/session/preferences', document.baseURI));
    return (await answer.json()).language === 'de';
  });
  const phone = await company.join('Ada', 'about', PHONE);
  const session = (await ada.page.context().cookies()).filter(({ name }) => name.includes('session'));
  await phone.page.context().addCookies(session);
  await phone.page.goto(house.url('settings'));
  await phone.page.waitForFunction(() => document.cookie.includes('cydonia_language=de'));
  await phone.page.reload();
  await heading(phone, (await words('de', 'settings')).page);
  await part(ada, phone);
});

test('a game is played from right to left, against somebody who reads from left to right', async () => {
  const ada = await company.join('Ada');
  const path = (await ada.openTable({ game: 'Martian Chess' })).slice(house.url().length);
  const dana = await company.join('דנה', path, SMALL, null, { locale: 'he-IL' });
  assert.deepEqual(await direction(dana.page), ['he', 'rtl']);
  await dana.takeSeat();
  await ada.page.getByTestId('board').waitFor();
  await dana.page.getByTestId('board').waitFor();
  for (const [person, action] of [[ada, 'b3-a4'], [dana, 'b6-a5']]) {
    await person.page.locator('[data-testid^=seat-][data-turn=true]').waitFor();
    const before = await person.plies();
    for (const token of action.split('-')) await person.pick(token);
    await Promise.all([ada, dana].map((one) => one.untilPlies(before + 1)));
  }
  assert.equal(await dana.position(), await ada.position());
  await dana.assertFits();
  // A board is no text: a1 is where everybody has it.
  const left = await dana.page.evaluate(() => {
    const [near, far] = ['a1', 'd1'].map((name) =>
      document.querySelector(`[data-testid=space-${name}]`).getBoundingClientRect());
    return near.left < far.left;
  });
  const { seat } = await dana.page.evaluate(() => ({ seat: document.querySelector('[data-testid=board]') !== null }));
  assert.ok(left || seat);
  assert.deepEqual(await barriers(dana.page), []);
  await part(ada, dana);
});

test('the rules are read in one’s own language, with a script and without, under the same addresses', async () => {
  for (const [locale, language, theEnd] of [['de-AT', 'de', 'Das Ende'], ['es-MX', 'es', 'El final'], ['he-IL', 'he', null]]) {
    const reader = await company.join('Reader', 'rules/martian-go#the-end', PHONE, null, { locale });
    const heading = reader.page.locator('section > h2#the-end');
    await heading.waitFor();
    assert.doesNotMatch(await heading.innerText(), /The end/);
    if (theEnd) assert.match(await heading.innerText(), new RegExp(theEnd));
    assert.equal(await heading.evaluate((one) => one.parentElement.lang), language);
    const still = await reader.page.context().browser().newContext({ locale, javaScriptEnabled: false });
    const page = await still.newPage();
    await page.goto(house.url('rules/martian-go'));
    const words = (await heading.innerText()).replace('#', '').trim();
    await page.getByRole('heading', { name: words }).waitFor();
    await still.close();
    await part(reader);
  }
});

test('every page is whole in every language on the smallest screen', async () => {
  const pages = ['', 'new', 'tournaments', 'clubs', 'games', 'leaderboards', 'puzzles', 'rules', 'rules/martian-go', 'learn', 'learn/martian-chess',
    'settings', 'friends', 'moderation', 'about', 'privacy', 'api', APP_OF_OTHERS, 'nowhere'];
  for (const locale of ['de', 'es', 'he']) {
    const guest = await company.join('Guest', 'about', SMALL, null, { locale });
    for (const path of pages) {
      await guest.page.goto(house.url(path));
      await guest.page.locator('main h1').first().waitFor();
      const { lang, wider } = await guest.page.evaluate(() => ({
        lang: document.documentElement.lang,
        wider: document.documentElement.scrollWidth - innerWidth,
      }));
      assert.equal(lang, locale);
      assert.ok(wider <= 0, `${locale} /${path} is ${wider} px too wide`);
      assert.deepEqual(await barriers(guest.page), [], `${locale} /${path}`);
    }
    await part(guest);
  }
});
