// A game that the page has never heard of is offered, drawn, played and kept like any other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, chance, opening, whoMoves } from '../browser/company.mjs';

const { house, company } = await opening();

test('a game that was added by one folder and one line is played to its end', async () => {
  const ada = await company.join('Ada');
  const link = await ada.openTable({ game: 'Quarry', options: ['Last piece'] });
  const path = new URL(link).pathname.slice(1);
  const ben = await company.join('Ben', path, PHONE);
  await ben.takeSeat();
  const random = chance(7);
  const players = [ada, ben];
  let plies = 0;
  for (let mover = ada; mover; mover = await whoMoves(players)) {
    await mover.anything(random);
    plies += 1;
    await Promise.all(players.map((person) => person.untilPlies(plies)));
  }
  assert.equal(await ben.position(), await ada.position(), 'both see the same');
  assert.match(await ada.page.getByTestId('result').textContent(), /The quarry is empty/);
  const { matches } = await house.get('matches');
  assert.deepEqual(
    matches.map(({ game, options, reason, plies: count }) => ({ game, options, reason, count })),
    [{ game: 'quarry', options: { goal: 'last' }, reason: 'empty', count: plies }],
  );
  const cleo = await company.join('Cleo', path);
  await cleo.page.getByTestId('result').waitFor();
  assert.equal(await cleo.position(), await ada.position(), 'and so does who comes later');
  // This client was built before Quarry had a rules page.
  await cleo.page.goto(house.url('rules/quarry'));
  await cleo.page.getByRole('heading', { level: 1, name: 'Quarry' }).waitFor();
  await cleo.page.getByText('Take pyramids from the top of a nest until none is left.').waitFor();
  for (const person of [ada, ben, cleo]) person.assertNoTroubles();
});
