// A seat lasts, whatever becomes of the line or the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
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
  const path = house.path(await ada.openTable());
  const ben = await company.join('Ben', path);
  await ben.takeSeat();
  assert.ok(await ada.mayMove());
  await ada.choose('Play on another device');
  const dialog = ada.page.getByRole('dialog');
  const link = await dialog.getByTestId('link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const laptop = await company.join('Ada', link.slice(house.url().length), DESKTOP);
  await laptop.page.getByRole('button', { name: 'Play for Ada' }).click();
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
  const back = ben.page.getByRole('region', { name: 'Your games' }).getByRole('link', { name: /^Resume/ });
  await ben.page.goto(house.url());
  await ben.page.getByRole('region', { name: 'Your games' }).getByText('with Ada').waitFor();
  await back.click();
  await ben.mayMove();
  await ben.move(chance(13));
  await ben.resign();
  await ben.page.getByTestId('result').waitFor();
  await ben.page.goto(house.url());
  await ben.page.getByRole('button', { name: /^Play now/ }).waitFor();
  await ben.page.getByText('No one is waiting right now.').waitFor();
  assert.equal(await back.count(), 0);
  await part(ada, ben);
});

test('whoever plays for a seat by its link says so, stops, and is themselves again; and so after the game', async () => {
  const { ada, ben } = await company.seatTwo({ isPrivate: true }, DESKTOP);
  assert.ok(await ada.mayMove());
  await ada.choose('Play on another device');
  const dialog = ada.page.getByRole('dialog');
  const link = await dialog.getByTestId('link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const eve = await company.join('Eve', '', PHONE);
  await eve.openTable();
  const banner = eve.page.getByTestId('for-seat');
  const play = async () => {
    await eve.page.goto(link);
    await eve.page.getByRole('heading', { name: 'Play for Ada at this table?' }).waitFor();
    await eve.page.getByRole('button', { name: 'Play for Ada' }).click();
    await banner.getByText('You play for Ada').waitFor();
  };
  await play();
  assert.ok(await eve.mayMove());
  assert.deepEqual(await barriersInBoth(eve.page), []);
  await eve.move(chance(14));
  await ben.untilPlies(1);
  await banner.getByRole('button', { name: 'Stop playing' }).click();
  await eve.page.getByTestId('ended').getByText('You are Eve again.').waitFor();
  await eve.page.goto(house.url());
  await eve.page.getByRole('heading', { name: /^Six games/ }).waitFor();

  await play();
  await ben.move(chance(15));
  await ada.resign();
  await eve.page.getByTestId('result').waitFor();
  await eve.page.getByTestId('ended').getByText('You no longer play for Ada.').waitFor();
  assert.equal(await banner.count(), 0);
  await part(ada, ben, eve);
});

test('ones sessions are listed on ones own page, and ended there', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  assert.ok(await ada.mayMove());
  await ada.choose('Play on another device');
  const dialog = ada.page.getByRole('dialog');
  const link = await dialog.getByTestId('link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const eve = await company.join('Eve', link.slice(house.url().length), PHONE);
  await eve.page.getByRole('button', { name: 'Play for Ada' }).click();
  await eve.page.getByTestId('for-seat').waitFor();

  await ada.page.getByRole('link', { name: /your page/ }).click();
  const list = ada.page.getByRole('region', { name: 'Where you are signed in' });
  await list.getByText('This browser').waitFor();
  await list.getByText('By the link to').waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), []);
  await list.getByRole('button', { name: /^End the link/ }).click();
  await list.getByText('By the link to').waitFor({ state: 'detached' });
  await eve.page.getByTestId('ended').getByText('You no longer play for Ada.').waitFor();

  await list.getByRole('button', { name: 'Sign out' }).click();
  await list.getByText('after signing out you cannot come back to this name').waitFor();
  await list.getByRole('button', { name: 'Yes, sign out' }).click();
  await ada.page.getByTestId('ended').getByText('Ada was signed out here.').waitFor();
  await ada.page.getByRole('heading', { name: /^Six games/ }).waitFor();
  await part(ada, ben, eve);
});
