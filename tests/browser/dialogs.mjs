// What the page looks like with a dialog open, and on the pages that somebody with an account makes.

import { PASSWORD, part, playing, register } from './company.mjs';

/** Somebody who has an account, on the home page. */
async function member(company, name) {
  const person = await company.join(name);
  await person.openTable({ isPrivate: true });
  await register(person);
  return person;
}

/** The only dialog, once it is there. */
async function dialogOf(person) {
  await person.page.getByRole('dialog').waitFor();
  return person;
}

/** Somebody in the middle of a game. */
async function inAGame(company, game, plies = 4) {
  const { ada, ben } = await playing(company, plies, { game });
  await part(ben);
  return ada;
}

/** By the dialog's or page's name. */
export const DIALOGS = {
  'to-sign-in': async ({ company }) => {
    const guest = await company.join('Guest');
    await guest.page.getByRole('button', { name: 'Sign in' }).click();
    return dialogOf(guest);
  },
  'recovery-codes': async ({ company }) => {
    const guest = await company.join('Greta');
    await guest.openTable({ isPrivate: true });
    await guest.page.getByRole('link', { name: /your page/ }).click();
    await guest.page.getByRole('button', { name: 'With a password' }).click();
    await guest.page.getByLabel('New password').fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Save password' }).click();
    return dialogOf(guest);
  },
  'settings-in-a-game': async ({ company }) => {
    const ada = await inAGame(company, 'Martian Go');
    await ada.page.getByRole('button', { name: 'Settings', exact: true }).click();
    return dialogOf(ada);
  },
  'keys-in-a-game': async ({ company }) => {
    const ada = await inAGame(company, 'Martian Chess');
    await ada.page.keyboard.press('?');
    return dialogOf(ada);
  },
  'another-device': async ({ company }) => {
    const ada = await inAGame(company, 'Martian Chess');
    await ada.choose('Play on another device');
    return dialogOf(ada);
  },
  'how-dice-are-checked': async ({ company }) => {
    const ada = await inAGame(company, 'Martian Backgammon', 6);
    await ada.page.getByRole('button', { name: 'Details' }).click();
    return dialogOf(ada);
  },
  'proof-of-a-game': async ({ company, house }) => {
    const { ada, id } = await company.playSome('Martian Mud Wrestling', 4);
    await ada.page.goto(house.url(`games/${id}`));
    await ada.page.getByRole('button', { name: 'Proof', exact: true }).click();
    return dialogOf(ada);
  },
  'a-club': async ({ company, house }) => {
    const hanna = await member(company, 'Hanna');
    await hanna.page.goto(house.url('clubs'));
    await hanna.page.getByRole('button', { name: 'Found a club' }).click();
    const form = hanna.page.getByRole('form', { name: 'Found a club' });
    await form.getByLabel('What is it called?').fill('Red Canal');
    await form.getByLabel('A few words about it').fill('We play on Fridays.\nAll are welcome.');
    await form.getByRole('button', { name: 'Found it' }).click();
    await hanna.page.getByRole('heading', { name: 'Red Canal', level: 1 }).waitFor();
    return hanna;
  },
  'a-tournament': async ({ company, house }) => {
    const ivo = await member(company, 'Ivo');
    await ivo.page.goto(house.url('tournaments'));
    await ivo.page.getByRole('button', { name: 'Set a tournament up' }).click();
    const form = ivo.page.getByRole('form', { name: 'Set a tournament up' });
    await form.getByLabel('What is it called?').fill('Friday Swiss');
    await form.getByRole('button', { name: 'Set it up' }).click();
    await ivo.page.getByRole('heading', { name: 'Friday Swiss', level: 1 }).waitFor();
    await ivo.page.getByRole('button', { name: 'Join', exact: true }).click();
    await ivo.page.getByText(/You are in/).waitFor();
    return ivo;
  },
};
