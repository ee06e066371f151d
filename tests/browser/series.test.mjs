// A series of two games with the pie: what the form says, sides that are taken, the way to the next game, and the score.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PHONE, chance, opening, part } from './company.mjs';

const { company, house } = await opening();
/** Where to keep pictures of what people see, for somebody to look at. */
const PICTURES = process.env.CYDONIA_PICTURES;

async function picture(person, name) {
  if (PICTURES) await person.page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

/** The seat whose card has that name. */
function seatOf(person, name) {
  return person.page.locator('[data-testid^=seat-]', { hasText: name }).getAttribute('data-testid');
}

test('two play a series with the pie, take sides, and are led on to the second game', async () => {
  const ada = await company.join('Ada');
  await ada.page.getByRole('link', { name: 'More options' }).click();
  const form = ada.page.getByRole('form', { name: 'New game' });
  await form.locator('label', { has: ada.page.getByText('Branches and Twigs and Thorns', { exact: true }) }).click();
  await form.getByText('More options').click();
  await form.getByTestId('advantage').getByText('won 93 of 100').waitFor();
  assert.ok(await form.getByRole('radio', { name: 'One game' }).isChecked(), 'for fun one game will do');
  // For points it is one game from each side.
  await form.locator('label', { hasText: 'Minutes for the whole game.' }).click();
  await form.getByRole('switch', { name: /Rated game/ }).click();
  assert.ok(await form.getByRole('radio', { name: '2 games', exact: true }).isChecked());
  await form.getByRole('switch', { name: /Pie/ }).click();
  await picture(ada, 'form-desktop');
  await ada.page.setViewportSize(PHONE);
  await picture(ada, 'form-phone');
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the form');
  await ada.page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('button', { name: 'Open the table' }).click();
  await ada.sayName();
  const link = ada.page.getByTestId('link');
  await link.waitFor();
  const path = (await link.inputValue()).slice(house.url().length);
  await ada.page.getByText('2 games, pie').waitFor();
  const ben = await company.join('Ben', path, PHONE);
  await ben.takeSeat();

  const random = chance(4);
  await ada.anything(random);
  await ben.page.getByTestId('swap').waitFor();
  assert.equal(await ada.page.getByTestId('swap').count(), 0, 'it is the second player’s choice');
  await picture(ben, 'swap-phone');
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the choice of sides');
  assert.equal(await seatOf(ada, 'Ben'), 'seat-1');
  await ben.page.getByRole('button', { name: 'Swap sides' }).click();
  await ada.hears('Ben takes the other side.');
  await ada.untilPlies(2);
  for (const person of [ada, ben]) assert.equal(await seatOf(person, 'Ben'), 'seat-0');
  await ada.page.getByTestId('series').getByText('Game 1 of 2').waitFor();
  await ada.anything(random);
  await ben.anything(random);
  await picture(ada, 'game-desktop');

  await ben.resign();
  for (const { page } of [ada, ben]) {
    await page.getByTestId('result').getByText('Ada 1, Ben 0').or(page.getByTestId('result').getByText('Ben 0, Ada 1')).waitFor({ state: 'attached' });
    await page.getByTestId('next-game').waitFor();
  }
  await picture(ada, 'result-desktop');
  await picture(ben, 'result-phone');
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the result');
  // Ben goes at once, and Ada is taken along.
  await ben.page.getByTestId('next-game').click();
  for (const { page } of [ada, ben]) await page.getByTestId('series').getByText('Game 2 of 2').waitFor();
  assert.notEqual(new URL(ada.page.url()).pathname, `/${path}`);
  assert.ok((await ben.offered()).size > 0, 'Ben begins the second game, whatever became of the first');
  await ada.resign();
  await ada.page.getByRole('button', { name: 'Rematch' }).waitFor();
  await ada.page.goto(house.url('games'));
  const rows = ada.page.getByTestId('series');
  await rows.first().getByText('Game 2 of 2 of a series').waitFor();
  assert.equal(await rows.count(), 2);
  await picture(ada, 'games-desktop');
  const { matches } = await house.get('matches');
  assert.deepEqual(matches.map(({ series }) => series.number), [2, 1]);
  await part(ada, ben);
});
