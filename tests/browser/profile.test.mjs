// What one finds of oneself and others: whom somebody has met, and where it is one's turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, opening, part, picture } from './company.mjs';
import { Program, lose, pair } from './programs.mjs';

const GAME = 'martian-chess';
const { house, company } = await opening();

test('a page tells whom somebody has met, and how that went', async () => {
  const { table, players } = await pair(house, GAME, ['Ada', 'Ben']);
  const [ada, ben] = players;
  await lose(players, table);
  for (let more = 0; more < 2; more += 1) {
    const next = await ada.open(GAME);
    await ben.sit(next);
    await lose(players, next);
  }
  const { seats } = await house.get(`matches/${table}`);
  const eve = await company.join('Eve', `players/${seats[0].player.id}`);
  await eve.page.getByText('The last 3 games were all won.').waitFor();
  const met = eve.page.getByTestId('opponents');
  await met.getByText('3 won, 0 drawn, 0 lost').waitFor();
  await picture(eve, 'profile-opponents');
  await met.getByRole('button', { name: '3 games against Ben' }).click();
  await eve.page.waitForURL((url) => url.searchParams.get('opponent') === seats[1].player.id);
  // Of a few games only nobody says that all were won.
  await eve.page.getByTestId('streak').waitFor({ state: 'detached' });

  const fay = await company.join('Fay', `players/${seats[1].player.id}`, PHONE);
  await fay.page.getByTestId('opponents').getByText('0 won, 0 drawn, 3 lost').waitFor();
  await fay.page.getByText('Ben resigned.').first().waitFor();
  assert.equal(await fay.page.getByTestId('streak').count(), 0);
  await picture(fay, 'profile-opponents-phone');
  await part(eve, fay);
  players.forEach((player) => player.leave());
});

test('wherever one is, one sees in how many games elsewhere it is one’s turn', async () => {
  const ada = await company.join('Ada');
  const ben = await Program.join(house, 'Ben');
  const link = await ada.openTable({ clock: ['Live', '5+5'] });
  await ben.sit(new URL(link).pathname.split('/').at(-1));
  assert.ok(await ada.mayMove());
  const other = await ben.open(GAME);
  const { code } = await (await fetch(house.url(`api/v1/tables/${other}/code`), { method: 'POST' })).json();
  await ada.page.goto(house.url(`t/${code}`));
  await ada.page.getByTestId('join').getByRole('button').click();
  await ben.act(other);
  assert.ok(await ada.mayMove());
  // The game that is on the page does not count, by whatever address one came.
  await ada.page.getByRole('link', { name: 'Your turn in 1 game' }).waitFor();
  await ada.page.goto(house.url('rules'));
  await ada.page.getByRole('link', { name: 'Your turn in 2 games' }).waitFor();
  await ada.page.waitForFunction(() => document.title.startsWith('(2) '));
  await picture(ada, 'own-turns');

  await ada.page.goto(house.url());
  assert.match(await ada.page.getByTestId('left').textContent(), /^[45]:\d\d$/);
  await picture(ada, 'own-turns-home');

  await ada.page.getByRole('link', { name: 'Your turn in 2 games' }).click();
  await ada.page.getByTestId('board').waitFor();
  await ada.page.getByRole('link', { name: 'Your turn in 1 game' }).waitFor();
  await ada.move(() => 0);
  await ada.page.goto(house.url('rules'));
  await ada.page.getByRole('link', { name: 'Your turn in 1 game' }).waitFor();
  await part(ada);
  ben.leave();
});
