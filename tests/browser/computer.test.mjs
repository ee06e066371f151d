// Computers: from the home page against one, at an open table beside people, and marked wherever they are named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PHONE, chance, opening, part } from './company.mjs';

const { house, company } = await opening();
/** There computers have not moved before a test is over. */
const slow = await opening({ pause: 3_600_000 });
const games = await house.get('games');

/** Some games last hundreds of moves against one that plays at random: after so many of their own, people give those up. */
const SOME = 12;

/** The mark of a computer within a part of a page. */
function mark(part, level) {
  return part.getByRole('img', { name: `computer, level ${level}` });
}

/** The form behind the door on the home page. */
async function computerForm({ page }) {
  await page.getByRole('button', { name: 'Play the computer', exact: true }).click();
  return page.getByRole('form', { name: 'Play the computer' });
}

function level(form, name) {
  return form.getByRole('group', { name: 'How strong' }).getByRole('radio', { name });
}

/** Waits until it is one's turn, or the game is over; whether it goes on. */
async function mayGoOn({ page }) {
  const result = page.getByTestId('result');
  const choice = page.locator('[data-movable=true], [data-target=true], button[data-testid^=token-]');
  const roll = page.getByRole('button', { name: 'Roll the dice' });
  await result.or(choice).or(roll).first().waitFor();
  return !(await result.isVisible());
}

for (const { id, title, dice } of games) {
  test(`a guest plays the computer at ${title} from the home page`, async () => {
    const ada = await company.join('Ada', '', id.length % 2 ? PHONE : undefined);
    const form = await computerForm(ada);
    await form.getByRole('radio', { name: title }).check();
    const players = form.getByRole('group', { name: 'Players' });
    if (await players.count()) await players.getByText('2', { exact: true }).click();
    await level(form, '1 Beginner').check();
    assert.deepEqual(await barriersInBoth(ada.page), [], 'the form');
    await form.getByRole('button', { name: 'Play', exact: true }).click();
    await ada.sayName();

    await mark(ada.page.getByTestId('seat-1'), 1).waitFor();
    assert.equal(await mark(ada.page.getByTestId('seat-0'), 1).count(), 0, 'she is none');
    const random = chance(id.length);
    const most = dice || id === 'martian-chess' ? SOME : Infinity;
    let steps = 0;
    for (; steps < most && (await mayGoOn(ada)); steps += 1) await ada.anything(random);
    const result = ada.page.getByTestId('result');
    if (!(await result.isVisible())) {
      await mayGoOn(ada);
      assert.deepEqual(await barriersInBoth(ada.page), [], 'a game with a computer');
      await ada.choose('Resign');
      await ada.page.getByRole('button', { name: 'Yes, resign' }).click();
    }
    await mark(result, 1).waitFor();
    assert.ok(steps > 2, `${steps} actions were taken`);
    assert.ok((await ada.plies()) > steps, 'the computer has played, too');

    // It is kept as what it was: a casual game with a computer.
    const table = new URL(ada.page.url()).pathname.split('/').at(-1);
    const { seats, rated } = await house.get(`matches/${table}`);
    assert.deepEqual([seats.map(({ player }) => player.computer), rated], [[undefined, 1], false]);
    await part(ada);
  });
}

test('a finished game with a computer is marked in the lists, and the computer’s page says what it is', async () => {
  const ada = await company.join('Ada');
  const form = await computerForm(ada);
  await form.getByRole('radio', { name: 'Martian Mud Wrestling' }).check();
  await level(form, '7 Expert').check();
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.sayName();
  await mayGoOn(ada);
  await ada.choose('Resign');
  await ada.page.getByRole('button', { name: 'Yes, resign' }).click();
  await ada.page.getByTestId('result').getByText('Computer (level 7) wins').waitFor();

  // Once more: both are there already.
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await ada.page.getByTestId('result').waitFor({ state: 'detached' });
  await mark(ada.page.getByTestId('seat-0'), 7).waitFor();

  await ada.page.getByRole('link', { name: 'Games', exact: true }).click();
  const row = ada.page.getByRole('listitem').filter({ has: mark(ada.page, 7) }).first();
  await row.getByRole('link', { name: /Computer 7$/ }).click();
  await ada.page.getByRole('heading', { name: /computer, level 7/ }).waitFor();
  await ada.page.getByText('A computer player, level 7 of 8: Expert').waitFor();
  assert.equal(await ada.page.getByText('Here since').count(), 0, 'it was always there');
  await ada.page.getByRole('button', { name: 'Only games against Ada' }).first().waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the page of a computer');

  // The next time it begins with what was chosen this time.
  await ada.page.goto(house.url());
  const again = await computerForm(ada);
  assert.ok(await again.getByRole('radio', { name: 'Martian Mud Wrestling' }).isChecked());
  assert.ok(await level(again, '7 Expert').isChecked());
  await part(ada);
});

test('the host of a table for six brings computers and sends them away, and all see it', async () => {
  const ada = await slow.company.join('Ada');
  const path = new URL(await ada.openTable({ seats: 6 })).pathname.slice(1);
  const ben = await slow.company.join('Ben', path, PHONE);
  await ben.page.getByRole('button', { name: 'Sit here, seat 6' }).click();
  await ben.sayName();
  const eve = await slow.company.join('Eve');
  const add = (seat, { page } = ada) => page.getByRole('button', { name: `Add computer at seat ${seat}` });
  const seat = (number, { page }) => page.getByTestId(`seat-${number - 1}`);
  const chosen = ada.page.getByRole('combobox', { name: /^Computers can take free seats/ });

  await chosen.selectOption('4 · Improver');
  await add(2).click();
  await add(3).click();
  for (const person of [ada, ben]) {
    for (const number of [2, 3]) await mark(seat(number, person), 4).waitFor();
  }
  await ben.hears('Computer (level 4) sits down.');
  await mark(eve.page.getByRole('listitem').filter({ hasText: 'Martian Chess' }), 4).first().waitFor();
  for (const name of [/^Add computer/, /^Send away/]) {
    assert.equal(await ben.page.getByRole('button', { name }).count(), 0, 'he is not the host');
  }
  assert.deepEqual(await barriersInBoth(ada.page), [], 'an open table with computers');
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the same on a phone');

  await ada.page.getByRole('button', { name: 'Send away the computer at seat 3' }).click();
  for (const person of [ada, ben]) await seat(3, person).getByText('Free').waitFor();
  await chosen.selectOption('1 · Beginner');
  for (const number of [3, 4, 5]) await add(number).click();

  // All are there: it begins. A computer is seen to think, and heard to be the one whose turn it is.
  assert.ok(await ada.mayMove());
  const levels = [null, 4, 1, 1, 1, null];
  for (const person of [ada, ben]) {
    for (const [index, one] of levels.entries()) {
      const card = seat(index + 1, person);
      await card.waitFor();
      assert.equal(await card.getByTestId('computer').count(), one === null ? 0 : 1, `seat ${index + 1}`);
    }
  }
  assert.equal(await ada.page.getByTestId('thinking').count(), 0);
  await ada.move(chance(6));
  for (const person of [ada, ben]) {
    await seat(2, person).getByTestId('thinking').waitFor();
    await person.hears('Computer (level 4) to move.');
    assert.equal(await person.page.getByTestId('thinking').count(), 1);
    await person.assertFits();
  }
  assert.match(await seat(3, ada).getAttribute('aria-label'), /^Computer \(level 1, seat 3\)/);
  assert.deepEqual(await barriersInBoth(ben.page), [], 'a game for six on a phone');

  // In the lobby it is one of those that are played.
  await mark(eve.page.getByTestId('featured'), 1).first().waitFor();
  await part(ada, ben, eve);
});
