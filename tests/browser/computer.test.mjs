// Computers: from the home page against one, at an open table beside people, and marked wherever they are named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { IS_SHORT, PHONE, chance, opening, part, rollButton } from './company.mjs';

const usual = await opening();
const { house, company } = usual;
/** There computers have not moved before a test is over. */
const slow = await opening({ pause: 3_600_000 });
const games = await house.get('games');

/** There a hint is thought of in a moment. */
const quick = await opening({ nodes: 300 });

/** The mark of a computer within a part of a page. */
function mark(part, level) {
  return part.getByRole('img', { name: `computer, level ${level}` });
}

/** The form behind the door on the home page. */
async function computerForm({ page }) {
  await page.getByRole('link', { name: /^Play the computer/ }).click();
  return page.getByRole('form', { name: 'Play the computer' });
}

function level(form, name) {
  return form.getByRole('group', { name: 'How strong' }).getByRole('radio', { name });
}

/** Rolls, or does what the house hints at: the races last for hundreds of moves against whoever plays at random. */
async function takeHint(person) {
  const { page } = person;
  const before = await person.plies();
  const roll = rollButton(person);
  const hint = page.getByTestId('hint');
  await roll.or(hint).first().waitFor();
  if (await roll.isVisible()) {
    await roll.click();
  } else {
    await hint.click();
    const action = await page.getByTestId('hinted').getAttribute('data-action');
    for (const token of action.split('-')) {
      // The last of the choices is picked by itself.
      if ((await person.plies()) === before) await person.pick(token);
    }
  }
  await person.untilPlies(before + 1);
}

/** Own actions and rolls in games with dice: where time is short, the beginning. */
const MOST = IS_SHORT ? 6 : Infinity;

for (const { id, title, dice } of games) {
  const { house, company } = dice ? quick : usual;
  test(`a guest plays the computer at ${title} from the home page, to the end`, async () => {
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
    await ada.mayGoOn();
    assert.deepEqual(await barriersInBoth(ada.page), [], 'a game with a computer');
    let steps = 0;
    const isGivenUp = () => dice && steps === MOST;
    for (; !isGivenUp() && (await ada.mayGoOn()); steps += 1) await (dice ? takeHint(ada) : ada.anything(random));
    const played = await ada.plies();
    if (isGivenUp()) await ada.resign();
    const result = ada.page.getByTestId('result');
    await result.waitFor();
    assert.deepEqual(await barriersInBoth(ada.page), [], 'its end');
    assert.ok(steps > 2, `${steps} actions were taken`);
    assert.ok(played > steps, 'the computer has played, too');

    // It is kept as what it was: a casual game with a computer.
    const table = new URL(ada.page.url()).pathname.split('/').at(-1);
    const { seats, rated, reason } = await house.get(`matches/${table}`);
    assert.deepEqual([seats.map(({ player }) => player.computer), rated], [[undefined, 1], false]);
    assert.equal(reason === 'resigned', isGivenUp());
    // Whoever takes every hint wins.
    if (dice && !isGivenUp()) assert.equal(seats[0].rank, 1);
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
  await ada.mayGoOn();
  await ada.resign();
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
  assert.equal(await ada.page.getByText('Member since').count(), 0, 'it was always there');
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
  const path = house.path(await ada.openTable({ seats: 6 }));
  const ben = await slow.company.join('Ben', path, PHONE);
  await ben.page.getByRole('button', { name: 'Join here, seat 6' }).click();
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
  for (const name of [/^Add computer/, /^Remove the computer/]) {
    assert.equal(await ben.page.getByRole('button', { name }).count(), 0, 'he is not the host');
  }
  assert.deepEqual(await barriersInBoth(ada.page), [], 'an open table with computers');
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the same on a phone');

  await ada.page.getByRole('button', { name: 'Remove the computer at seat 3' }).click();
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

test('a guest fills a table for six with computers and plays to the end', async () => {
  const ada = await company.join('Ada');
  await ada.openTable({ seats: 6 });
  await ada.page.getByRole('combobox', { name: /^Computers can take free seats/ }).selectOption('1 · Beginner');
  for (const seat of [2, 3, 4, 5, 6]) {
    await ada.page.getByRole('button', { name: `Add computer at seat ${seat}` }).click();
  }
  const random = chance(6);
  while (await ada.mayMove()) await ada.move(random);

  const result = ada.page.getByTestId('result');
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the end of a game for six');
  assert.ok((await mark(result, 1).count()) > 0, 'a computer has won, or shares it');
  const table = new URL(ada.page.url()).pathname.split('/').at(-1);
  const { seats, reason } = await house.get(`matches/${table}`);
  assert.deepEqual(seats.map(({ player }) => player.computer), [undefined, 1, 1, 1, 1, 1]);
  assert.equal(reason, 'empty', 'nobody gave up');
  await part(ada);
});
