// The server is killed without warning in the middle of a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, chance, opening, part } from './company.mjs';

const { house, company } = await opening();

test('pages come back by themselves, no move is missing, and the game goes on', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  const random = chance(3);
  const players = [ada, ben];
  let plies = 0;
  const play = async (count) => {
    for (const until = plies + count; plies < until; plies += 1) {
      assert.ok(await players[plies % 2].mayMove());
      await players[plies % 2].move(random);
      await Promise.all(players.map((person) => person.untilPlies(plies + 1)));
    }
  };
  for (let crash = 0; crash < 2; crash += 1) {
    await play(5);
    const before = await ada.position();
    await house.kill();
    for (const { page } of players) {
      await page.locator('[data-testid=connection]:not([data-state=connected])').waitFor();
    }
    await house.start();
    for (const { page } of players) {
      await page.locator('[data-testid=connection][data-state=connected]').waitFor();
    }
    assert.equal(await ada.plies(), plies);
    assert.equal(await ben.plies(), plies);
    assert.equal(await ada.position(), before);
    assert.equal(await ben.position(), before);
  }
  await play(4);
  await part(ada, ben);
});

test('while the house is away nobody’s clock runs, and the list of moves says so', async () => {
  const { ada, ben } = await company.seatTwo({ clock: ['Live', '10+10'] }, DESKTOP);
  assert.ok(await ada.mayMove());
  await ada.page.getByTestId('clock-0').filter({ hasText: /9:[345]\d/ }).waitFor();
  await house.kill();
  await ada.page.locator('[data-testid=connection]:not([data-state=connected])').waitFor();
  await house.start();
  for (const { page } of [ada, ben]) {
    await page.locator('[data-testid=connection][data-state=connected]').waitFor();
    await page.getByTestId('note').filter({ hasText: /^Server restarted \(\d+ s\)\. Clocks were stopped\.$/ }).waitFor();
    await page.locator('[data-testid=clock-0][data-running=true]').filter({ hasText: /9:[345]\d/ }).waitFor();
  }
  await ada.move(chance(4));
  await ben.untilPlies(1);
  await part(ada, ben);
});
