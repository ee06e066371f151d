// Every game that the house serves is drawn and played by the same page, which knows the rules of none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance, opening, whoMoves } from './company.mjs';

const { house, company } = await opening();
const games = await house.get('games');

/** Random play with dice lasts thousands of moves; Martian Chess is played to its end in another file. */
const SOME = 30;

for (const { id, title, dice } of games) {
  const most = dice || id === 'martian-chess' ? SOME : Infinity;
  test(`${title} is played by clicking what is offered`, async () => {
    const { ada, ben } = await company.seatTwo({ game: title });
    const players = [ada, ben];
    const random = chance(id.length);
    let plies = 0;
    while (plies < most) {
      const mover = await whoMoves(players);
      if (!mover) break;
      await mover.anything(random);
      plies += 1;
      await Promise.all(players.map((person) => person.untilPlies(plies)));
      if (plies === SOME) await ben.assertFits();
    }
    if (most === Infinity) for (const { page } of players) await page.getByTestId('result').waitFor();
    else assert.equal(plies, most);
    assert.equal(await ben.position(), await ada.position(), 'both see the same');
    for (const person of players) {
      person.assertNoTroubles();
      await person.page.context().close();
    }
  });
}
