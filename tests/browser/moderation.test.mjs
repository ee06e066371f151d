// Moderation: somebody is reported from the table at which they talk, looked at, muted, told why, and heard again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, SIZES, opening, part, picture } from './company.mjs';

const { company, house } = await opening();

/** Who moderates, once the house is kept so. */
let mia;

/** Goes to one's own page. */
async function toOwnPage({ page }) {
  await page.getByRole('link', { name: /your page/ }).click();
  await page.getByRole('heading', { name: 'Finished games' }).waitFor();
}

async function moderator(viewport) {
  if (!mia) {
    mia = await company.join('Mia', 'friends', viewport);
    await mia.page.getByRole('button', { name: 'Choose a name' }).click();
    await mia.sayName();
    await toOwnPage(mia);
    await house.moderatedBy(house.path(mia.page.url()).split('/')[1]);
  }
  await mia.page.setViewportSize(viewport);
  await mia.page.goto(house.url());
  await toOwnPage(mia);
  return mia;
}

async function unfold({ page }) {
  await page.getByRole('tab', { name: /^Chat/ }).or(page.getByTestId('chat-opener')).filter({ visible: true }).click();
  await page.getByTestId('chat').waitFor();
}

async function phrase({ page }, words) {
  await page.getByTestId('chat').getByRole('button', { name: words, exact: true }).click();
}

for (const [size, viewport] of SIZES) {
  test(`somebody is reported, muted, told why, and heard again (${size})`, async () => {
    const { page } = await moderator(viewport);
    const { ada, ben, path } = await company.seatTwo();
    await ada.page.setViewportSize(viewport);
    await unfold(ben);
    await phrase(ben, 'Oh!');
    await unfold(ada);
    await ada.page.getByTestId('chat-line').filter({ hasText: 'Oh!' }).getByRole('button', { name: 'Ben' }).click();
    await ada.page.getByRole('link', { name: 'Report', exact: true }).click();
    const form = ada.page.getByRole('form', { name: 'Report Ben' });
    await form.getByText('What they said at this table').waitFor();
    await form.getByLabel('What happened?').fill('He sighs all the time.');
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `report-form-${size}`);
    await form.getByRole('button', { name: 'Send the report' }).click();
    await ada.page.getByText('Thank you. The moderators will look at it.').waitFor();
    await ada.page.getByRole('button', { name: 'Done' }).click();
    await form.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'See the reports' }).click();
    const report = page.getByRole('listitem').filter({ hasText: 'He sighs all the time.' });
    await report.getByText('Oh!').waitFor();
    assert.deepEqual(await barriersInBoth(page), []);
    await picture(mia, `moderation-reports-${size}`);
    await report.getByRole('link', { name: 'Look at the player' }).click();
    await page.getByRole('button', { name: 'Mute or ban…' }).click();
    await page.getByLabel('For how long').selectOption('7 days');
    await page.getByLabel('Why', { exact: true }).fill('Sighing');
    assert.deepEqual(await barriersInBoth(page), []);
    await picture(mia, `moderation-mute-${size}`);
    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await page.getByText(/^Muted until /).waitFor();
    await picture(mia, `moderation-file-${size}`);
    await page.getByLabel('A word for the log').fill('A week of silence');
    await page.getByRole('button', { name: 'Close: it was right' }).click();
    await page.getByText(/Found right by/).waitFor();
    assert.deepEqual(await barriersInBoth(page), []);

    await phrase(ben, 'Hello!');
    await ben.page.getByText('A moderator has muted you: you may not talk here until').waitFor();
    await picture(ben, `muted-${size}`);
    const his = await ben.page.context().newPage();
    await his.goto(house.url());
    await toOwnPage({ page: his });
    const told = his.getByTestId('standing');
    await told.getByText('Sighing').waitFor();
    await told.getByText('appeals@house.example').waitFor();
    assert.deepEqual(await barriersInBoth(his), []);
    await picture({ page: his }, `standing-${size}`);

    await page.getByRole('link', { name: 'Back to the reports' }).click();
    await page.getByRole('tab', { name: 'Sanctions' }).click();
    const sanction = page.getByRole('listitem').filter({ hasText: 'Sighing' });
    await sanction.getByText(/^Muted until /).waitFor();
    assert.deepEqual(await barriersInBoth(page), []);
    await picture(mia, `moderation-sanctions-${size}`);
    await sanction.getByRole('button', { name: 'Lift' }).click();
    await sanction.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByText(/Mia lifted what held for/).first().waitFor();
    await page.getByText('A week of silence').first().waitFor();
    assert.deepEqual(await barriersInBoth(page), []);
    await picture(mia, `moderation-log-${size}`);
    await phrase(ben, 'Thank you!');
    await ada.page.goto(house.url(path));
    await unfold(ada);
    await ada.page.getByTestId('chat-line').filter({ hasText: 'Thank you!' }).waitFor();
    await his.close();
    await part(ada, ben);
  });
}

test('guests from a range of addresses are shut out, and the page is for moderators alone', async () => {
  const { page } = await moderator(DESKTOP);
  await page.goto(house.url('moderation'));
  await page.getByRole('tab', { name: 'Sanctions' }).click();
  await page.getByRole('button', { name: 'Shut out addresses…' }).click();
  const form = page.getByRole('form', { name: 'Guests from these addresses' });
  await form.getByLabel('Guests from these addresses').fill('everybody');
  await form.getByLabel('Why', { exact: true }).fill('A flood of names');
  await form.getByRole('radio', { name: 'Play and talk' }).check();
  await form.getByRole('button', { name: 'Ban', exact: true }).click();
  await form.getByRole('alert').getByText('203.0.113.0/24').waitFor();
  await form.getByLabel('Guests from these addresses').fill('203.0.113.7/24');
  await picture(mia, 'moderation-range');
  await form.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByText('Guests from 203.0.113.0/24').waitFor();

  const eve = await company.join('Eve', 'moderation');
  await eve.page.getByText('This page is for the moderators of this house.').waitFor();
  assert.deepEqual(await barriersInBoth(eve.page), []);
  await part(eve);
});
