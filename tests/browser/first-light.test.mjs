// Friends play Martian Chess over the net, a third watches, and the game is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, chance, opening } from './company.mjs';
import { FRONT } from './fronts.mjs';

const { house, company } = await opening();

/** Through TLS, or something else in front, a game is begun and given up. */
const MOST = FRONT ? 12 : Infinity;

test('two play to the end through the page while a third watches every move', async () => {
  const ada = await company.join('Ada');
  const link = await ada.openTable();
  const table = new URL(link).pathname.split('/').at(-1);
  // The friend comes by the link, on a telephone; the watcher finds the table in the lobby.
  const ben = await company.join('Ben', `t/${table}`, PHONE);
  await ben.takeSeat();
  const eve = await company.join('Eve');
  await eve.page.getByTestId(`table-${table}`).getByRole('link', { name: /^(Join|Watch)/ }).click();

  const random = chance(20);
  const players = [ada, ben];
  let plies = 0;
  while (plies < MOST && (await players[plies % 2].mayMove())) {
    await players[plies % 2].move(random);
    plies += 1;
    await Promise.all([ada, ben, eve].map((person) => person.untilPlies(plies)));
    if (plies % 20 === 1) {
      const position = await ada.position();
      assert.equal(await ben.position(), position, 'the friend sees the same position');
      assert.equal(await eve.position(), position, 'the watcher sees the same position');
    }
  }
  if (plies === MOST) {
    await ada.resign();
    // Which is a step, too.
    plies += 1;
  } else {
    assert.ok(plies > 20, `a whole game was played: ${plies} moves`);
  }
  for (const person of [ada, ben, eve]) await person.page.getByTestId('result').waitFor();
  assert.equal(await eve.position(), await ada.position());

  // The game is kept: by REST …
  const { matches } = await house.get('matches');
  assert.equal(matches.length, 1);
  assert.equal(matches[0].id, table);
  assert.deepEqual(matches[0].seats.map((seat) => seat.player.name), ['Ada', 'Ben']);
  const record = await house.get(`matches/${table}`);
  assert.equal(record.line.length, plies);

  // … and on the page, where it replays by stepping.
  const end = await ada.position();
  await eve.page.getByRole('link', { name: 'Games', exact: true }).click();
  await eve.page.locator(`a[href$="games/${table}"]`).first().click();
  await eve.page.getByTestId('board').waitFor();
  await eve.untilPosition(end);
  // Every position on the way is the one that its events lead to; the first is the set-up.
  await eve.page.getByTestId('first').click();
  await eve.page.locator('[data-testid=space-d1][data-stack="3"]').waitFor();
  const start = await eve.position();
  await eve.page.getByTestId('forward').click();
  const [from, to] = record.line[0].action.split('-');
  await eve.page.locator(`[data-testid=space-${from}][data-stack=""]`).waitFor();
  const one = await eve.position();
  assert.match(one, new RegExp(`space-${to}=[123]`));
  await eve.page.getByTestId('forward').click();
  await eve.page.locator(`[data-testid=space-${record.line[1].action.split('-')[0]}][data-stack=""]`).waitFor();
  await eve.page.getByTestId('back').click();
  assert.equal(await eve.position(), one);
  await eve.page.getByTestId('back').click();
  assert.equal(await eve.position(), start);
  assert.equal(await eve.plies(), plies, 'the whole line is there to be stepped through');
  await eve.page.getByTestId('last').click();
  assert.equal(await eve.position(), end);

  // The rematch: one asks, the other follows, and it starts.
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await ben.page.getByRole('button', { name: 'Join the rematch' }).click();
  await ben.page.locator('[data-movable=true]').first().waitFor();
  await ada.page.getByTestId('seat-0').waitFor();

  for (const person of [ada, ben, eve]) person.assertNoTroubles();
});
