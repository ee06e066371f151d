// Tournaments: set up on the page, joined, played to the end, and looked at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, opening, part, picture, register } from './company.mjs';

const { house, company } = await opening({ frozen: true });

/** Makes an account of whoever is at a page, and shows it anew. */
async function becomeMember(person) {
  await register(person);
  await person.page.reload();
}

/** The house looks at what came of games, and pairs again when everybody has had a moment; each at a tick of its clock. */
async function afterABreak() {
  for (const seconds of [2, 22, 2]) {
    await company.moveOn(seconds);
    // Its answers tell that it has had time to look.
    for (let asked = 0; asked < 20; asked += 1) await house.get('tournaments');
  }
}

/** Sets a tournament up on the page; its path. */
async function setUp(host, name, choices) {
  await host.page.goto(house.url('tournaments'));
  await host.page.getByRole('button', { name: 'Set a tournament up' }).click();
  const form = host.page.getByRole('form', { name: 'Set a tournament up' });
  await form.getByLabel('What is it called?').fill(name);
  for (const [group, choice] of Object.entries(choices))
    await form.getByRole('group', { name: group }).getByText(choice, { exact: true }).click();
  await picture(host, `tournament-form-${name.split(' ').at(-1)}`);
  assert.deepEqual(await barriersInBoth(host.page), []);
  await form.getByRole('button', { name: 'Set it up' }).click();
  await host.page.getByRole('heading', { name, level: 1 }).waitFor();
  return house.path(host.page.url());
}

test('a tournament is set up, joined, played and counted on the page', async () => {
  const ada = await company.join('Ada', '', DESKTOP);
  await ada.openTable();
  await becomeMember(ada);
  const path = await setUp(ada, 'Friday Swiss', { Rounds: '3', 'When does it begin?': 'in 5 min' });
  await ada.page.getByText('Nobody has joined yet.').waitFor();
  await ada.page.getByRole('button', { name: 'Join', exact: true }).click();
  await ada.page.getByText(/You are in\. Be here/).waitFor();
  const ben = await company.join('Ben', path, PHONE);
  await ben.page.getByRole('button', { name: 'Join', exact: true }).click();
  await ben.sayName();
  await ben.page.getByText(/You are in\. Be here/).waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), []);
  await picture(ada, 'tournament-open-desktop');
  await picture(ben, 'tournament-open-phone');
  // When it begins the house seats them, and takes them there. A page's time has gone on while the house's stood still.
  await company.moveOn(360);
  for (const person of [ada, ben]) {
    await person.page.waitForURL(/\/t\//);
    await person.page.getByTestId('tournament').getByText('Round 1').waitFor();
  }
  await picture(ben, 'tournament-game-phone');
  await ben.resign();
  for (const person of [ada, ben]) await person.page.getByRole('link', { name: 'Back to Friday Swiss' }).click();
  // After a break the next round is paired.
  await afterABreak();
  for (const person of [ada, ben]) await person.page.waitForURL(/\/t\//);
  await ada.page.getByTestId('tournament').getByText('Round 2').waitFor();
  const eve = await company.join('Eve', path, DESKTOP);
  const standings = eve.page.getByTestId('standings');
  await standings.getByRole('row').filter({ hasText: 'Ada' }).getByText('1', { exact: true }).first().waitFor();
  await eve.page.getByRole('link', { name: /Watch/ }).waitFor();
  assert.deepEqual(await barriersInBoth(eve.page), []);
  await picture(eve, 'tournament-running-desktop');
  await eve.page.goto(house.url('tournaments'));
  await eve.page.getByRole('link', { name: 'Friday Swiss' }).waitFor();
  assert.deepEqual(await barriersInBoth(eve.page), []);
  await picture(eve, 'tournaments-desktop');
  // Whoever withdraws plays on to the end of a game, and no further.
  await ben.page.goto(house.url(path));
  await ben.page.getByText('Your game is on.').waitFor();
  await picture(ben, 'tournament-running-phone');
  await ben.page.getByRole('button', { name: 'Withdraw' }).click();
  await ben.page.getByRole('button', { name: 'Join again' }).waitFor();
  await ada.resign();
  await ada.page.getByTestId('result').waitFor();
  await afterABreak();
  await eve.page.goto(house.url(path));
  await eve.page.getByText(/Ended/).waitFor();
  await part(ada, ben, eve);
});

test('a tournament that nobody knows is told, and its host takes one back', async () => {
  const dora = await company.join('Dora', 'tournaments/nothing', PHONE);
  await dora.page.getByRole('heading', { level: 1, name: /sand/i }).waitFor();
  await dora.page.goto(house.url('tournaments'));
  await dora.page.getByText(/Whoever sets a tournament up has an account/).waitFor();
  await dora.page.goto(house.url());
  await dora.openTable();
  await becomeMember(dora);
  await setUp(dora, 'Arena at noon', { 'Players at a table': '4', 'How are they paired?': 'Arena' });
  await dora.page.getByText(/Arena, 60 min/).waitFor();
  await dora.page.getByRole('button', { name: 'Take it back' }).click();
  await dora.page.getByText('It did not take place.').waitFor();
  await picture(dora, 'tournament-cancelled-phone');
  await part(dora);
});
