// Accounts: a guest makes one by a passkey or a password, finds it in a second browser, and signs the first one out.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PASSWORD, SIZES, opening, part, picture } from './company.mjs';

const { company } = await opening();

/** Gives somebody's browser an authenticator whose finger is always on it, with those passkeys. */
async function authenticator({ page }, passkeys = []) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  for (const credential of passkeys) await session.send('WebAuthn.addCredential', { authenticatorId, credential });
  return async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

/** Somebody's own page. */
async function ownPage({ page }) {
  await page.getByRole('link', { name: /your page/ }).click();
  return page.getByRole('region', { name: 'Your account' });
}

/** Somebody makes an account by a password; their own page. */
async function registerByPassword(person) {
  const account = await ownPage(person);
  await account.getByRole('button', { name: 'With a password' }).click();
  await account.getByLabel('New password').fill(PASSWORD);
  await account.getByRole('button', { name: 'Save password' }).click();
  await person.page.getByRole('button', { name: 'I have kept them' }).click();
  return account;
}

/** Opens the door for those who have an account. */
async function signInDialog({ page }) {
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page.getByRole('dialog', { name: 'Sign in' });
}

/** What a refusal leaves in the console is no fault of the page. */
function expectRefusal(person) {
  person.troubles = person.troubles.filter((trouble) => !/status of 403/.test(trouble));
}

for (const [size, viewport] of SIZES) {
  test(`a guest in a game registers by a passkey, and plays on in a second browser (${size})`, async () => {
    // In a house of its own: there can be only one Ben who has an account.
    const { company } = await opening();
    const { ada, ben, path } = await company.seatTwo({}, viewport);
    const passkeys = await authenticator(ben);
    const account = await ownPage(ben);
    await account.getByText('You play as a guest.').waitFor();
    assert.deepEqual(await barriersInBoth(ben.page), []);
    await picture(ben, `account-guest-${size}`);
    await account.getByRole('button', { name: 'With a passkey' }).click();
    const codes = ben.page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.waitFor();
    assert.equal(await codes.getByRole('listitem').count(), 8);
    assert.deepEqual(await barriersInBoth(ben.page), []);
    await picture(ben, `account-codes-${size}`);
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await account.getByRole('button', { name: /Remove Passkey of/ }).waitFor();
    assert.deepEqual(await barriersInBoth(ben.page), []);
    await picture(ben, `account-own-${size}`);

    const again = await company.join('Ben', '', viewport);
    await authenticator(again, await passkeys());
    const dialog = await signInDialog(again);
    assert.deepEqual(await barriersInBoth(again.page), []);
    await picture(again, `account-sign-in-${size}`);
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await again.page.getByRole('link', { name: /your page/ }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    // The seat is there, too.
    await again.page.goto(company.house.url(path));
    await again.resign();
    await ada.page.getByTestId('result').waitFor();

    await ownPage(again);
    await again.page.getByRole('button', { name: 'End all others' }).click();
    await ben.page.getByText('was signed out here').waitFor();
    for (const person of [ada, ben, again]) await part(person);
  });
}

test('a password that is guessed soon is refused; whoever has forgotten theirs has a recovery code', async () => {
  const carla = await company.join('Carla');
  await carla.openTable();
  const account = await ownPage(carla);
  await account.getByRole('button', { name: 'With a password' }).click();
  assert.deepEqual(await barriersInBoth(carla.page), []);
  await account.getByLabel('New password').fill('password1');
  await account.getByRole('button', { name: 'Save password' }).click();
  await account.getByText('too short or too easy to guess').waitFor();
  await picture(carla, 'account-weak-password');
  carla.troubles = carla.troubles.filter((trouble) => !/status of 400/.test(trouble));
  await account.getByLabel('New password').fill(PASSWORD);
  await account.getByRole('button', { name: 'Save password' }).click();
  const codes = carla.page.getByRole('dialog', { name: 'Recovery codes' });
  const code = await codes.getByRole('listitem').first().textContent();
  await codes.getByRole('button', { name: 'I have kept them' }).click();

  const again = await company.join('Carla');
  const dialog = await signInDialog(again);
  await dialog.getByLabel('Name').fill('CARLA');
  await dialog.getByLabel('Password').fill('crow on the roof');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByText('does not open any account').waitFor();
  expectRefusal(again);
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code', { exact: true }).fill(code.toUpperCase());
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  const there = await ownPage(again);
  await there.getByText('7 are left.').waitFor();
  for (const person of [carla, again]) await part(person);
});

test('whoever is asked for a name may sign in instead', async () => {
  const dora = await company.join('Dora');
  await dora.openTable();
  await registerByPassword(dora);
  const again = await company.join('Dora', 'new');
  await again.page.getByRole('button', { name: /^Open table|^Create table|^Open the table/ }).first().click();
  await again.page.getByRole('button', { name: 'I have an account' }).click();
  const dialog = again.page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Name').fill('dora');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.page.getByRole('link', { name: /your page/ }).waitFor();
  for (const person of [dora, again]) await part(person);
});

test('whoever finds a browser open some time later changes nothing before they have signed in once more', async () => {
  const { company } = await opening({ frozen: true });
  const ada = await company.join('Ada');
  await ada.openTable();
  const account = await registerByPassword(ada);
  await company.moveOn(600);
  await account.getByRole('button', { name: 'Make new codes' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Confirm that it is you' });
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Ada');
  await picture(ada, 'account-confirm');
  expectRefusal(ada);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  const codes = ada.page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.waitFor();
  assert.equal(await codes.getByRole('listitem').count(), 8);
  await part(ada);
});

for (const [size, viewport] of SIZES) {
  test(`whoever goes takes along all that is kept of them, and is forgotten (${size})`, async () => {
    const { company } = await opening();
    const { ada, ben, path } = await company.seatTwo({}, viewport);
    await ownPage(ben);
    const data = ben.page.getByRole('region', { name: 'Your data' });
    const erase = data.getByRole('button', { name: 'Delete everything' });
    const yes = data.getByRole('button', { name: 'Yes, delete everything' });
    // Not in the middle of a game.
    await erase.click();
    assert.deepEqual(await barriersInBoth(ben.page), []);
    await picture(ben, `data-sure-${size}`);
    await yes.click();
    await data.getByText('You still sit at a table').waitFor();
    ben.troubles = ben.troubles.filter((trouble) => !/status of 409/.test(trouble));
    await ben.page.goto(company.house.url(path));
    await ben.resign();
    await ada.page.getByTestId('result').waitFor();

    await ownPage(ben);
    const [download] = await Promise.all([
      ben.page.waitForEvent('download'),
      data.getByRole('link', { name: 'Download everything' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'cydonia-data.ndjson');
    const text = await readFile(await download.path(), 'utf8');
    const [own, game] = text.trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual([own.type, own.account.player.name, game.type, game.id], ['own', 'Ben', 'game', path.split('/').at(-1)]);

    await data.getByRole('link', { name: 'What we keep' }).click();
    await ben.page.getByRole('heading', { name: 'What we keep, and for how long' }).waitFor();
    await picture(ben, `privacy-${size}`);
    await ben.page.getByRole('link', { name: 'your own page' }).click();
    await erase.click();
    await yes.click();
    await ben.page.getByRole('link', { name: /your page/ }).waitFor({ state: 'detached' });
    // Where the game is looked at, its player is nobody any more.
    await ada.page.goto(company.house.url(`games/${path.split('/').at(-1)}`));
    await ada.page.getByText('deleted player').first().waitFor();
    assert.equal(await ada.page.getByText('Ben').count(), 0);
    await picture(ada, `data-deleted-${size}`);
    for (const person of [ada, ben]) await part(person);
  });
}

for (const [size, viewport] of SIZES) {
  test(`a guest who signs in brings along what they have played, and so does another account (${size})`, async () => {
    // In a house of its own, as above.
    const { company } = await opening();
    const [ella, fynn] = [await company.join('Ella', '', viewport), await company.join('Fynn', '', viewport)];
    for (const person of [ella, fynn]) {
      await person.openTable();
      // Whoever sits somewhere plays on there first.
      await person.page.getByRole('button', { name: 'Leave', exact: true }).click();
      await registerByPassword(person);
    }

    const { ada, ben: guest } = await company.seatTwo({}, viewport);
    await guest.resign();
    await ada.page.getByTestId('result').waitFor();
    const door = await ownPage(guest);
    await door.getByRole('button', { name: 'I have an account' }).click();
    const dialog = guest.page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel(/Bring along what Ben has played here/).check();
    await dialog.getByLabel('Name').fill('Ella');
    await dialog.getByLabel('Password').fill(PASSWORD);
    assert.deepEqual(await barriersInBoth(guest.page), []);
    await picture(guest, `account-bring-${size}`);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await door.getByRole('button', { name: 'Bring in another account' }).click();
    const other = guest.page.getByRole('dialog', { name: 'Bring in another account' });
    await other.getByLabel('Name').fill('Fynn');
    await other.getByLabel('Password').fill(PASSWORD);
    assert.deepEqual(await barriersInBoth(guest.page), []);
    await picture(guest, `account-merge-${size}`);
    await other.getByRole('button', { name: 'Bring in', exact: true }).click();
    await other.waitFor({ state: 'detached' });
    // Who he was is somebody else's page by now, with the game on it.
    await fynn.page.getByText('was signed out here').waitFor();
    await ada.page.getByRole('link', { name: 'Ben' }).first().click();
    await ada.page.getByRole('heading', { name: 'Ella', level: 1 }).waitFor();
    await ada.page.getByText('Ben resigned').waitFor();
    for (const person of [ella, fynn, guest, ada]) await part(person);
  });
}
