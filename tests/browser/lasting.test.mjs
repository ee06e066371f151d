// A seat lasts, whatever becomes of the line or the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, chance, opening, part } from './company.mjs';

const { house, company } = await opening();

test('the net is gone in mid-game and comes back, without a reload', async () => {
  const { ada, ben } = await company.seatTwo();
  assert.ok(await ada.mayMove());
  await ada.move(chance(5));
  await ben.untilPlies(1);
  await ben.page.evaluate(() => (globalThis.sameOne = true));

  await ben.page.context().setOffline(true);
  await ben.page.locator('[data-testid=connection]:not([data-state=connected])').waitFor();
  // What one does meanwhile is not lost, and nobody need look for the button again.
  await ben.move(chance(6));
  assert.equal(await ada.plies(), 1);
  await ben.page.context().setOffline(false);
  await ada.untilPlies(2);
  await ben.page.locator('[data-testid=connection][data-state=connected]').waitFor();
  assert.equal(await ben.position(), await ada.position());
  assert.ok(await ada.mayMove());
  await ada.move(chance(7));
  await ben.untilPlies(3);
  assert.ok(await ben.page.evaluate(() => globalThis.sameOne), 'it is the same page');
  await part(ada, ben);
});

test('a seat is played on from two browsers at once', async () => {
  const ada = await company.join('Ada', '', PHONE);
  const path = new URL(await ada.openTable()).pathname.slice(1);
  const ben = await company.join('Ben', path);
  await ben.takeSeat();
  assert.ok(await ada.mayMove());
  await ada.choose('Play on another device');
  const dialog = ada.page.getByRole('dialog');
  const link = await dialog.getByTestId('link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const laptop = await company.join('Ada', link.slice(house.url().length), DESKTOP);
  await laptop.page.getByTestId('seat-0').waitFor();
  assert.match(await laptop.page.getByTestId('seat-0').getAttribute('aria-label'), /^Ada \(you\)/);

  assert.ok(await laptop.mayMove());
  await laptop.move(chance(8));
  for (const person of [ada, ben]) await person.untilPlies(1);
  await ben.move(chance(9));
  await ada.untilPlies(2);
  assert.ok(await ada.mayMove());
  await ada.move(chance(10));
  for (const person of [laptop, ben]) await person.untilPlies(3);
  assert.equal(await laptop.position(), await ada.position());
  // Neither is away while the other is there.
  await ada.page.goto(house.url());
  await ben.page.getByTestId('watchers').waitFor({ state: 'detached' });
  assert.equal(await ben.page.getByTestId('away').count(), 0);
  await ben.move(chance(11));
  await laptop.untilPlies(4);
  await part(ada, ben, laptop);
});

test('a private table is found again from the first page, until it is over', async () => {
  const { ada, ben } = await company.seatTwo({ isPrivate: true });
  assert.ok(await ada.mayMove());
  await ada.move(chance(12));
  await ben.untilPlies(1);
  const back = ben.page.getByRole('region', { name: 'Your tables' }).getByRole('link', { name: /^Return/ });
  await ben.page.goto(house.url());
  await ben.page.getByText('Private table').waitFor();
  await back.click();
  await ben.mayMove();
  await ben.move(chance(13));
  await ben.choose('Resign');
  await ben.page.getByRole('button', { name: 'Yes, resign' }).click();
  await ben.page.getByTestId('result').waitFor();
  await ben.page.goto(house.url());
  await ben.page.getByRole('heading', { name: 'Play now' }).waitFor();
  await ben.page.getByText('Nobody is waiting just now.').waitFor();
  assert.equal(await back.count(), 0);
  await part(ada, ben);
});

test('a browser that becomes another player finds back to the seat that it had', async () => {
  const { ada, ben } = await company.seatTwo();
  assert.ok(await ada.mayMove());
  // A guest of Ada's lets her play on for them, on her own browser.
  const eve = await company.join('Eve', '', PHONE);
  await eve.openTable();
  await eve.page.getByRole('button', { name: 'Play on another device' }).click();
  const link = await eve.page.getByRole('dialog').getByTestId('link').inputValue();
  await ada.page.goto(link);
  await ada.page.getByRole('button', { name: 'Take the seat' }).click();
  await ada.page.getByTestId('link').waitFor();
  await ada.page.waitForFunction(() => JSON.parse(localStorage.getItem('cydonia.recent')).length === 2);

  // By then she is Eve; as Ada she comes back from the first page, and plays on.
  await ada.page.goto(house.url());
  await ada.page.getByRole('heading', { name: 'Good to see you, Eve.' }).waitFor();
  const own = ada.page.getByRole('region', { name: 'Your tables' }).getByRole('listitem');
  await own.filter({ hasText: 'You sit there as Ada' }).getByRole('link', { name: /^Return/ }).click();
  await ada.page.getByRole('button', { name: 'Take the seat' }).click();
  assert.ok(await ada.mayMove());
  await ada.move(chance(14));
  await ben.untilPlies(1);
  await ada.page.goto(house.url());
  await ada.page.getByText('You sit there as Eve').waitFor();
  await part(ada, ben, eve);
});
