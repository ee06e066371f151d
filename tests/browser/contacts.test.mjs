// Contacts: somebody is followed, challenged wherever they are, accepts and declines; and is blocked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, SIZES, opening, part, picture } from './company.mjs';

const { company, house } = await opening();

/** Somebody says a name on a page on which that is asked; the path of their own page. */
async function introduced(name, viewport) {
  const person = await company.join(name, 'friends', viewport);
  await person.page.getByRole('button', { name: 'Choose a name' }).click();
  await person.sayName();
  const own = person.page.getByRole('link', { name: /your page/ });
  await own.waitFor();
  return { person, path: (await own.getAttribute('href')).slice(new URL(house.url()).pathname.length) };
}

/** What somebody is asked on whatever page they are. */
function notice({ page }) {
  return page.getByRole('region', { name: 'Challenge', exact: true });
}

for (const [size, viewport] of SIZES) {
  test(`somebody is followed, challenged, declines and accepts (${size})`, async () => {
    const { person: ada } = await introduced('Ada', viewport);
    const { person: ben, path } = await introduced('Ben', viewport);
    await picture(ada, `friends-none-${size}`);
    await ada.page.goto(house.url(path));
    await ada.page.getByRole('button', { name: 'Follow', exact: true }).click();
    await ada.page.getByRole('button', { name: 'Following' }).waitFor();
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `contact-buttons-${size}`);
    await ada.page.goto(house.url('friends'));
    const friend = ada.page.getByRole('listitem').filter({ hasText: 'Ben' });
    await friend.getByText('Online', { exact: true }).waitFor();
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `friends-${size}`);

    // Ben looks at something else meanwhile.
    await ben.page.goto(house.url('leaderboards'));
    await friend.getByRole('link', { name: 'Challenge Ben' }).click();
    await ada.page.getByRole('heading', { name: 'Challenge Ben' }).waitFor();
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `challenge-form-${size}`);
    await ada.page.getByRole('button', { name: 'Send the challenge' }).click();
    await ada.page.getByText('Ben will see your challenge').waitFor();
    await picture(ada, `challenge-waiting-${size}`);
    await notice(ben).getByText('Ada challenges you').waitFor();
    assert.deepEqual(await barriersInBoth(ben.page), []);
    await picture(ben, `challenge-notice-${size}`);
    await notice(ben).getByRole('button', { name: 'Decline' }).click();
    await ada.page.getByText('Ben has declined').waitFor();
    await picture(ada, `challenge-declined-${size}`);
    await notice(ben).getByText('Ada challenges you').waitFor({ state: 'detached' });

    // The next one he finds among his own games, and plays.
    await ben.page.goto(house.url());
    await ada.page.goto(house.url(path));
    await ada.page.getByRole('link', { name: 'Challenge', exact: true }).click();
    await ada.page.getByRole('button', { name: 'Send the challenge' }).click();
    const challenge = ben.page.getByRole('region', { name: 'Your games' });
    await challenge.getByText('Ada challenges you').waitFor();
    assert.deepEqual(await barriersInBoth(ben.page), []);
    await picture(ben, `challenge-listed-${size}`);
    await challenge.getByRole('button', { name: 'Accept' }).click();
    await Promise.all([ada, ben].map(({ page }) => page.getByTestId('board').waitFor()));
    await ben.resign();
    await ada.page.getByTestId('result').waitFor();
    for (const person of [ada, ben]) await part(person);
  });

  test(`whoever is blocked gets no seat and no challenge through (${size})`, async () => {
    const { person: ada, path: hers } = await introduced('Ada', viewport);
    const { person: eve, path } = await introduced('Eve', viewport);
    await ada.page.goto(house.url(path));
    await ada.page.getByRole('button', { name: 'Block', exact: true }).click();
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `block-sure-${size}`);
    await ada.page.getByRole('button', { name: 'Yes, block' }).click();
    await ada.page.getByText('You have blocked this player.').waitFor();
    await eve.page.goto(house.url(hers));
    await eve.page.getByRole('link', { name: 'Challenge', exact: true }).click();
    await eve.page.getByRole('button', { name: 'Send the challenge' }).click();
    await eve.page.getByText('One of you has blocked the other.').waitFor();
    await picture(eve, `block-refused-${size}`);

    await ada.page.goto(house.url('friends'));
    const blocked = ada.page.getByRole('region', { name: 'Blocked players' });
    await blocked.getByRole('link', { name: 'Eve' }).waitFor();
    await ada.page.getByRole('combobox', { name: 'Who may challenge me' }).selectOption('followed');
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `friends-blocked-${size}`);
    await blocked.getByRole('button', { name: 'Unblock Eve' }).click();
    await blocked.waitFor({ state: 'detached' });
    await eve.page.getByRole('button', { name: 'Send the challenge' }).click();
    await eve.page.getByText('This player takes no challenges from you.').waitFor();
    // What one chose is kept.
    await ada.page.reload();
    const chosen = ada.page.getByRole('combobox', { name: 'Who may challenge me' });
    await chosen.waitFor();
    assert.equal(await chosen.inputValue(), 'followed');
    for (const person of [ada, eve]) await part(person);
  });
}

test('a challenge lies over no board, and goes with whoever made it', async () => {
  const { person: ada } = await introduced('Ada', DESKTOP);
  const { ben } = await company.seatTwo();
  const own = await ben.page.getByRole('link', { name: /your page/ }).getAttribute('href');
  await ada.page.goto(new URL(own, house.url()).href);
  await ada.page.getByRole('link', { name: 'Challenge', exact: true }).click();
  await ada.page.getByRole('button', { name: 'Send the challenge' }).click();
  const brief = ben.page.getByRole('link', { name: 'One challenge' });
  await brief.waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), []);
  if (process.env.CYDONIA_PICTURES) {
    await ben.page.screenshot({ path: `${process.env.CYDONIA_PICTURES}/challenge-at-table.png` });
  }
  await brief.click();
  const listed = ben.page.getByRole('region', { name: 'Your games' });
  await listed.getByText('Ada challenges you').waitFor();
  await ada.page.getByRole('button', { name: 'Leave', exact: true }).click();
  await listed.getByText('Ada challenges you').waitFor({ state: 'detached' });
  for (const person of [ada, ben]) await part(person);
});

test('games of one’s own are found in a second browser, private ones too', async () => {
  const ada = await company.join('Ada');
  await ada.openTable({ isPrivate: true });
  const cookies = await ada.page.context().cookies();
  const again = await company.join('Ada', 'about');
  await again.page.context().addCookies(cookies);
  await again.page.goto(house.url());
  const own = again.page.getByRole('region', { name: 'Your games' });
  await own.getByRole('link', { name: /Martian Chess/ }).click();
  await again.page.getByRole('button', { name: 'Leave', exact: true }).waitFor();
  for (const person of [ada, again]) await part(person);
});
