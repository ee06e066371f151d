// One device: a page plays every seat of a table, and turns the board to whoever moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, chance, opening, part } from './company.mjs';
import { roll, rollButton } from './rolling.mjs';

const { house, company } = await opening();

/** Somebody sets a game up for those who sit beside them. */
async function setUp(person, game, others, pauses = false) {
  const { page } = person;
  const form = page.getByRole('form', { name: 'Play on one device' });
  await form.locator('label', { has: page.getByText(game, { exact: true }) }).click();
  if (others.length > 1) {
    await form.getByRole('group', { name: 'Players' }).getByText(String(others.length + 1), { exact: true }).click();
  }
  for (const [index, name] of others.entries()) await form.getByLabel(`Player ${index + 2}`).fill(name);
  if (pauses) await form.getByRole('switch', { name: /Pause between turns/ }).click();
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await person.sayName();
  await page.getByTestId('board').waitFor();
}

/** The seat that the page shows as one's own. */
function own({ page }) {
  return page.locator('[data-testid^=seat-][aria-label*="(you)"]');
}

test('two play a game to its end on one phone, and it is kept as a casual one', async () => {
  const ada = await company.join('Ada', 'new?game=branches-twigs-thorns&with=device', PHONE);
  assert.deepEqual(await barriersInBoth(ada.page), []);
  await setUp(ada, 'Branches and Twigs and Thorns', ['Ben']);
  const random = chance(4);
  const seats = new Set();
  let plies = 0;
  while (await ada.mayGoOn()) {
    seats.add(await own(ada).getAttribute('data-testid'));
    await ada.anything(random);
    plies += 1;
    // A page that is loaded again goes on where it was.
    if (plies === 3) await ada.page.reload();
  }
  assert.deepEqual([...seats].sort(), ['seat-0', 'seat-1']);
  await ada.page.getByRole('link', { name: 'Play again' }).waitFor();
  assert.equal(await own(ada).count(), 1);

  const { player } = await (await ada.page.request.get(house.url('api/v1/session'))).json();
  const answer = await ada.page.request.get(house.url(`api/v1/matches?player=${player.id}`));
  const [match] = (await answer.json()).matches;
  assert.deepEqual([match.rated, match.seats.map(({ player: { name } }) => name)], [false, ['Ada', 'Ben']]);
  // The others are no part of who the page is.
  assert.equal(player.name, 'Ada');
  await part(ada);
});

test('each player’s dice are their own, and the device is handed over where that is wished for', async () => {
  const ada = await company.join('Ada', 'new?game=martian-frisby&with=device', DESKTOP);
  await setUp(ada, 'Martian Frisby', ['Ben'], true);
  const random = chance(6);
  const hand = ada.page.getByRole('dialog').filter({ hasText: 'Hand it to' });
  const names = [];
  const rollable = rollButton(ada);
  const offered = ada.page.locator('[data-movable=true], [data-target=true], button[data-testid^=token-]:enabled');
  while (names.length < 3) {
    await hand.or(rollable).or(offered).first().waitFor();
    if (await hand.isVisible()) {
      names.push(await hand.getByRole('heading').innerText());
      assert.deepEqual(await barriersInBoth(ada.page), []);
      await hand.getByRole('button', { name: 'Ready' }).click();
      await hand.waitFor({ state: 'hidden' });
    } else if (await rollable.isVisible()) {
      await roll(ada);
      await ada.page.locator('[data-testid=dice-check][data-fits=true]').waitFor();
    } else {
      await ada.anything(random);
    }
  }
  assert.equal(new Set(names).size, 2, names.join());
  await part(ada);
});

test('three sit at one table, and what one asks for the others have agreed to', async () => {
  const ada = await company.join('Ada', 'new?game=martian-go&with=device', DESKTOP);
  await setUp(ada, 'Martian Go', ['Ben', 'Cleo']);
  await ada.anything(chance(8));
  await ada.choose('Offer a draw');
  await ada.page.getByTestId('result').waitFor();
  await part(ada);
});

test('a player without a name, or with one that is refused, opens no table', async () => {
  const ada = await company.join('Ada', 'new?game=martian-go&with=device', PHONE);
  const form = ada.page.getByRole('form', { name: 'Play on one device' });
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await form.getByRole('alert').filter({ hasText: 'needs a name' }).waitFor();
  await form.getByLabel('Player 2').fill('Admin');
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.sayName();
  await form.getByRole('alert').filter({ hasText: /name/ }).waitFor();
  assert.match(ada.page.url(), /\/new\?/);
  ada.troubles = ada.troubles.filter((trouble) => !/400|422/.test(trouble));
  await part(ada);
});
