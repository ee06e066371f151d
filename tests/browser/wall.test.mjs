// Many games on one page, and the way on from one to the next.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PHONE, chance, opening, part } from './company.mjs';
import { pair } from './programs.mjs';

const { house, company } = await opening();
const programs = [];
after(() => programs.forEach((program) => program.leave()));

/** A game between two programs. */
async function game(name, first, second, wishes) {
  const made = await pair(house, name, [first, second], wishes);
  programs.push(...made.players);
  return made;
}

function tile(person, { table }) {
  return person.page.getByTestId(`live-${table}`);
}

/** The board of a tile as it is drawn, with all that lies there. */
function onBoard(person, one) {
  return tile(person, one).getByTestId('board').innerHTML();
}

/** Every game takes a move, and the wall shows it. */
async function allMove(person, games) {
  for (const one of games) {
    const before = await onBoard(person, one);
    const moved = await Promise.all(one.players.map((player) => player.move(one.table)));
    assert.ok(moved.includes(true), 'somebody could move');
    await person.page.waitForFunction(
      ([id, was]) => document.querySelector(`[data-testid=live-${id}] [data-testid=board]`).innerHTML !== was,
      [one.table, before],
    );
  }
}

test('a wall of games moves over one line, and goes on when games end', async () => {
  const games = [
    await game('martian-chess', 'Ann', 'Bob'),
    await game('martian-go', 'Cyd', 'Dot', { clock: { type: 'fischer', initial_s: 600, increment_s: 5 } }),
    await game('martian-chess', 'Eli', 'Flo'),
    await game('branches-twigs-thorns', 'Gil', 'Hub'),
  ];
  const eve = await company.join('Eve');
  await eve.page.locator('[data-testid=connection][data-state=connected]').waitFor();
  const lines = [];
  const unwatched = [];
  eve.page.on('websocket', (line) => {
    lines.push(line);
    line.on('framesent', ({ payload }) => {
      const { do: command } = JSON.parse(payload);
      if (command.type === 'unwatch') unwatched.push(command.table);
    });
  });
  await eve.page.goto(house.url('wall'));
  for (const one of games) await tile(eve, one).getByTestId('board').waitFor();
  await eve.page.getByText('Live games: 4').waitFor();
  assert.deepEqual(await barriersInBoth(eve.page), [], 'the wall');
  await allMove(eve, games);
  await tile(eve, games[1]).getByRole('timer').first().waitFor();
  assert.equal(await tile(eve, games[0]).locator('[data-turn=true]').count(), 1, 'whose turn it is');
  assert.equal(lines.length, 1, 'one line for all of them');

  // A game ends, is seen to, and makes room; a new one finds its place.
  await games[0].players[0].request({ type: 'resign', table: games[0].table });
  await tile(eve, games[0]).getByText('Bob wins.').waitFor();
  const fresh = await game('martian-frisby', 'Ivo', 'Joy');
  for (const player of fresh.players) await player.ready(fresh.table);
  await tile(eve, fresh).getByTestId('board').waitFor();
  await tile(eve, games[0]).waitFor({ state: 'detached' });

  // Only some of them, and then one.
  const filters = eve.page.getByRole('search', { name: 'Tables to show' });
  await filters.getByLabel('Game').selectOption({ label: 'Martian Chess' });
  await tile(eve, games[1]).waitFor({ state: 'detached' });
  await tile(eve, games[2]).getByTestId('board').waitFor();
  await tile(eve, games[2]).getByRole('link', { name: /^Watch Martian Chess: Eli and Flo\./ }).click();
  await eve.untilPlies(1);
  await eve.page.getByText('Spectating.').waitFor();
  await eve.page.goBack();
  await tile(eve, games[2]).getByTestId('board').waitFor();
  await eve.page.getByRole('link', { name: 'Rules', exact: true }).click();
  await eve.page.getByRole('heading', { level: 1 }).waitFor();
  for (const one of games) assert.ok(unwatched.includes(one.table), 'nothing is followed that nobody sees');
  assert.equal(lines.length, 1);

  const ben = await company.join('Ben', 'wall', PHONE);
  await tile(ben, games[1]).getByTestId('board').waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the wall on a phone');

  // On a small screen they are one below the other, and those far above are let go.
  const zoe = await company.join('Zoe', 'wall', { width: 320, height: 420 });
  const tiles = zoe.page.locator('[data-testid^=live-]');
  await tiles.nth(3).waitFor();
  const followed = (place, is) => zoe.page.locator(`li:nth-child(${place}) > [data-followed=${is}]`).waitFor();
  await followed(1, true);
  await zoe.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await followed(4, true);
  await followed(1, false);
  await zoe.page.evaluate(() => scrollTo(0, 0));
  await followed(1, true);
  await followed(4, false);
  await part(eve, ben, zoe);
});

test('who watches follows into the rematch', async () => {
  const { ada, ben, path } = await company.seatTwo();
  const eve = await company.join('Eve', path);
  assert.ok(await ada.mayMove());
  await ada.move(chance(1));
  await ben.untilPlies(1);
  await ben.move(chance(1));
  await ada.resign();
  await ben.page.getByRole('button', { name: 'Rematch' }).click();
  await ada.page.getByRole('button', { name: 'Join the rematch' }).click();
  await eve.hears('A rematch has been set up.');
  await eve.page.getByRole('link', { name: 'Watch the rematch' }).click();
  // Each sits one seat on, once the page has left the game that is over.
  await ben.page.getByTestId('result').waitFor({ state: 'detached' });
  assert.ok(await ben.mayMove());
  await ben.move(chance(2));
  await eve.untilPlies(1);
  assert.equal(await eve.position(), await ben.position());
  assert.notEqual(house.path(eve.page.url()), path);
  await part(ada, ben, eve);
});
