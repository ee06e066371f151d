// Clubs: founded on the page, joined, looked at, handed over and closed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, opening, part, picture, register } from './company.mjs';

const { house, company } = await opening({ frozen: true });

/** Makes an account of whoever is at a page, who has a table then. */
async function becomeMember(person) {
  await person.openTable();
  await register(person);
}

/** Founds a club on the page; its path. */
async function found(person, name, about = '') {
  await person.page.goto(house.url('clubs'));
  await person.page.getByRole('button', { name: 'Found a club' }).click();
  const form = person.page.getByRole('form', { name: 'Found a club' });
  await form.getByLabel('What is it called?').fill(name);
  await form.getByLabel('A few words about it').fill(about);
  await picture(person, `club-form-${name.split(' ')[0]}`);
  assert.deepEqual(await barriersInBoth(person.page), []);
  await form.getByRole('button', { name: 'Found it' }).click();
  await person.page.getByRole('heading', { name, level: 1 }).waitFor();
  return house.path(person.page.url());
}

test('a club is founded, joined, shows what is played, and is another’s and closed in the end', async () => {
  const ada = await company.join('Ada', '', DESKTOP);
  await becomeMember(ada);
  const path = await found(ada, 'Red Canal', 'We play on Fridays, and look at our games on Saturdays.\nAll are welcome.');
  await ada.page.getByText('This club is yours.').waitFor();
  // The table that she has opened is there, as the lobby has it.
  await ada.page.getByRole('link', { name: /Martian/ }).first().waitFor();
  const ben = await company.join('Ben', '', PHONE);
  await becomeMember(ben);
  await ben.page.goto(house.url('clubs'));
  await ben.page.getByRole('searchbox').fill('nothing');
  await ben.page.getByText('No club’s name begins like that.').waitFor();
  await ben.page.getByRole('searchbox').fill('red');
  await ben.page.getByRole('link', { name: 'Red Canal' }).waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), []);
  await picture(ben, 'clubs-phone');
  await ben.page.getByRole('link', { name: 'Red Canal' }).click();
  await ben.page.getByRole('button', { name: 'Join', exact: true }).click();
  await ben.page.getByText('You are a member.').waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), []);
  await picture(ben, 'club-member-phone');
  // Its owner sees him, puts him out and lets him in again.
  await ada.page.goto(house.url(path));
  const members = ada.page.getByTestId('members');
  await members.getByRole('listitem').filter({ hasText: 'Ben' }).getByRole('button', { name: /Put out/ }).click();
  await picture(ada, 'club-put-out-desktop');
  await ada.page.getByRole('button', { name: 'Yes, put them out' }).click();
  await ada.page.getByTestId('expelled').getByRole('link', { name: 'Ben' }).waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), []);
  await picture(ada, 'club-owner-desktop');
  await ben.page.goto(house.url(path));
  await ben.page.getByRole('button', { name: 'Join', exact: true }).click();
  await ben.page.getByText(/has put you out/).waitFor();
  ben.troubles = ben.troubles.filter((trouble) => !/status of 403/.test(trouble));
  await ada.page.getByRole('button', { name: /Let in again/ }).click();
  await ada.page.getByTestId('expelled').waitFor({ state: 'detached' });
  await ben.page.getByRole('button', { name: 'Join', exact: true }).click();
  await ben.page.getByText('You are a member.').waitFor();
  // It is called otherwise, and handed over.
  await ada.page.reload();
  await ada.page.getByRole('button', { name: 'Change it' }).click();
  const form = ada.page.getByRole('form', { name: 'Change it' });
  await form.getByLabel('What is it called?').fill('Blue Canal');
  await picture(ada, 'club-change-desktop');
  await form.getByRole('button', { name: 'Save' }).click();
  await ada.page.getByRole('heading', { name: 'Blue Canal', level: 1 }).waitFor();
  await ada.page.getByRole('button', { name: /Hand over/ }).click();
  await ada.page.getByRole('button', { name: 'Yes, hand it over' }).click();
  await ada.page.getByText('You are a member.').waitFor();
  await picture(ada, 'club-member-desktop');
  // Whoever looks at a member sees where they belong.
  const eve = await company.join('Eve', path, DESKTOP);
  await eve.page.getByText(/has an account/).waitFor();
  await eve.page.getByTestId('members').getByRole('link', { name: 'Ada' }).click();
  await eve.page.getByRole('link', { name: 'Blue Canal' }).waitFor();
  await picture(eve, 'profile-clubs-desktop');
  // Whoever owns it closes it, and is led to the others.
  await ada.page.getByRole('button', { name: 'Leave' }).click();
  await ada.page.getByRole('button', { name: 'Yes, leave' }).click();
  await ada.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await ben.page.reload();
  await ben.page.getByRole('button', { name: 'Close it' }).click();
  await picture(ben, 'club-close-phone');
  await ben.page.getByRole('button', { name: 'Yes, close it' }).click();
  await ben.page.getByText('There is no club yet.').waitFor();
  await part(ada, ben, eve);
});

test('a club that nobody knows is told, and guests read what it takes', async () => {
  const dora = await company.join('Dora', 'clubs/nothing', PHONE);
  await dora.page.getByRole('heading', { level: 1, name: /sand/i }).waitFor();
  await dora.page.goto(house.url('clubs'));
  await dora.page.getByText(/Whoever founds or joins a club has an account/).waitFor();
  assert.deepEqual(await barriersInBoth(dora.page), []);
  await picture(dora, 'clubs-empty-phone');
  // Whoever goes by the keyboard comes from the links to it.
  await dora.page.goto(house.url());
  await dora.page.getByRole('button', { name: 'Menu' }).click();
  await dora.page.getByRole('link', { name: 'Clubs' }).press('Enter');
  await dora.page.getByRole('heading', { level: 1, name: 'Clubs' }).waitFor();
  await part(dora);
});

test('a member sets a tournament up for their club, whose members alone join it, and everybody finds it', async () => {
  const hedy = await company.join('Hedy', '', DESKTOP);
  await becomeMember(hedy);
  const path = await found(hedy, 'Red Canal');
  await hedy.page.getByText('This club has had no tournament yet.').waitFor();
  const max = await company.join('Max', '', PHONE);
  await becomeMember(max);
  await max.page.goto(house.url(path));
  assert.equal(await max.page.getByRole('link', { name: 'Set a tournament up' }).count(), 0);
  await max.page.getByRole('button', { name: 'Join', exact: true }).click();
  await max.page.getByRole('link', { name: 'Set a tournament up' }).click();
  // The form is for that club, and could be for everybody.
  const form = max.page.getByRole('form', { name: 'Set a tournament up' });
  const joining = form.getByRole('group', { name: 'Who may join?' });
  assert.equal(await joining.getByRole('radio', { name: 'Members of Red Canal' }).isChecked(), true);
  await joining.getByRole('radio', { name: 'Everybody' }).waitFor();
  await form.getByLabel('What is it called?').fill('Canal Cup');
  assert.deepEqual(await barriersInBoth(max.page), []);
  await picture(max, 'club-tournament-form-phone');
  await form.getByRole('button', { name: 'Set it up' }).click();
  await max.page.getByRole('heading', { name: 'Canal Cup', level: 1 }).waitFor();
  const cup = house.path(max.page.url());
  await max.page.getByRole('button', { name: 'Join', exact: true }).click();
  await max.page.getByText(/You are in\. Be here/).waitFor();
  await picture(max, 'club-tournament-phone');
  // Whoever owns the club finds it there, and may take it back.
  await hedy.page.goto(house.url(path));
  await hedy.page.getByRole('heading', { name: 'Coming up', level: 3 }).waitFor();
  assert.deepEqual(await barriersInBoth(hedy.page), []);
  await picture(hedy, 'club-tournaments-desktop');
  await hedy.page.getByRole('link', { name: 'Canal Cup' }).click();
  await hedy.page.getByRole('button', { name: 'Take it back' }).waitFor();
  await hedy.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await picture(hedy, 'club-tournament-desktop');
  // A stranger is told who joins, and finds the club from wherever it is named.
  const iris = await company.join('Iris', cup, PHONE);
  await iris.page.getByText('Only members of the club can join it.').waitFor();
  assert.equal(await iris.page.getByRole('button', { name: 'Join', exact: true }).count(), 0);
  assert.deepEqual(await barriersInBoth(iris.page), []);
  await picture(iris, 'club-tournament-stranger-phone');
  await iris.page.goto(house.url('tournaments'));
  await iris.page.getByRole('link', { name: 'Canal Cup' }).waitFor();
  assert.deepEqual(await barriersInBoth(iris.page), []);
  await picture(iris, 'club-in-tournaments-phone');
  await iris.page.getByRole('link', { name: 'Red Canal' }).click();
  await iris.page.getByRole('heading', { name: 'Red Canal', level: 1 }).waitFor();
  await iris.page.getByRole('link', { name: 'Canal Cup' }).waitFor();
  await picture(iris, 'club-tournaments-phone');
  // Whoever leaves the club has not joined.
  await max.page.goto(house.url(path));
  await max.page.getByRole('button', { name: 'Leave' }).click();
  await max.page.getByRole('button', { name: 'Yes, leave' }).click();
  await max.page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await hedy.page.goto(house.url(cup));
  await hedy.page.getByText('Nobody has joined yet.').waitFor();
  await hedy.page.getByRole('button', { name: 'Take it back' }).click();
  await hedy.page.getByText('It did not take place.').waitFor();
  await part(hedy, max, iris);
});
