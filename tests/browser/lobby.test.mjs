// Strangers and friends find each other: what is listed, a game at once, and an early start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PHONE, chance, opening, part } from './company.mjs';
import { Program } from './programs.mjs';

const { house, company } = await opening();
const LIVE = { type: 'fischer', initial_s: 600, increment_s: 10 };

/** The tables that a page lists, in its order. */
function listed(person) {
  const rows = person.page.locator('[data-testid^=table-]');
  return rows.evaluateAll((all) => all.map((row) => row.dataset.testid.slice('table-'.length)));
}

/** Waits until just these tables are listed. */
async function untilListed(person, tables) {
  const wanted = JSON.stringify(tables.map((table) => `table-${table}`).sort());
  await person.page.waitForFunction((ids) => {
    const rows = [...document.querySelectorAll('[data-testid^=table-]')].map((row) => row.dataset.testid);
    return JSON.stringify(rows.sort()) === ids;
  }, wanted);
}

function quick(person) {
  return person.page.getByTestId('quick');
}

/** Three taps: the game, the time, and off. */
async function playNow(person, game, time) {
  await quick(person).getByRole('radio', { name: game }).check();
  await quick(person).getByRole('radio', { name: time }).check();
  await quick(person).getByRole('button', { name: 'Play now' }).click();
}

test('the lists are filtered, live, and the address tells how', async () => {
  const hosts = await Promise.all(['Hal', 'Ida', 'Jon'].map((name) => Program.join(house, name)));
  const chess = await hosts[0].open('martian-chess');
  const three = await hosts[1].open('martian-chess', { seats: 3, clock: LIVE });
  const slow = await hosts[2].open('martian-backgammon', { clock: { type: 'correspondence', days: 3 } });

  const ada = await company.join('Ada');
  await untilListed(ada, [chess, three, slow]);
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the lobby');
  const filters = ada.page.getByRole('search', { name: 'Tables to show' });
  await filters.getByLabel('Game').selectOption({ label: 'Martian Chess' });
  await untilListed(ada, [chess, three]);
  await filters.getByLabel('Clock').selectOption({ label: 'Live' });
  await untilListed(ada, [three]);
  assert.equal(new URL(ada.page.url()).search, '?game=martian-chess&clock=fischer');

  // Who gets the address sees the same, on a phone and later, too.
  const ben = await company.join('Ben', new URL(ada.page.url()).search, PHONE);
  await untilListed(ben, [three]);
  assert.deepEqual(await barriersInBoth(ben.page), [], 'a filtered lobby');
  const another = await hosts[0].open('martian-chess', { clock: LIVE });
  await hosts[2].open('martian-frisby', { clock: LIVE });
  for (const person of [ada, ben]) await untilListed(person, [three, another]);

  // What nobody waits for can be opened, with what was looked for chosen already.
  await filters.getByLabel('Seats').selectOption({ label: '6 seats' });
  await untilListed(ada, []);
  await ada.page.getByText('No table like that is waiting right now.').waitFor();
  await ada.page.getByRole('link', { name: 'Open such a table' }).click();
  const form = ada.page.getByRole('form', { name: 'New game' });
  const players = form.getByRole('group', { name: 'Players' });
  assert.ok(await players.getByRole('radio', { name: '6' }).isChecked());
  assert.ok(await form.getByRole('radio', { name: /^Live/ }).isChecked());
  // A page of its own: it outlasts a reload, and the way back leads back.
  await ada.page.reload();
  assert.ok(await players.getByRole('radio', { name: '6' }).isChecked());
  await ada.page.goBack();
  await filters.getByRole('button', { name: 'Show all' }).click();
  await ada.page.waitForFunction(() => location.search === '');
  assert.ok((await listed(ada)).includes(slow));

  // An address that makes no sense has nothing to show, and says so.
  await ada.page.goto(house.url('?game=no-such-game'));
  await ada.page.getByText('No table like that is waiting right now.').waitFor();
  hosts.forEach((host) => host.leave());
  await part(ada, ben);
});

test('two strangers play at once, and what they chose is offered again', async () => {
  const ada = await company.join('Ada');
  const ben = await company.join('Ben', '', PHONE);
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the lobby on a phone');
  await playNow(ada, 'Martian Mud Wrestling', '5+5');
  await ada.sayName();
  await ada.page.getByRole('button', { name: 'Leave', exact: true }).waitFor();

  await quick(ben).getByRole('radio', { name: 'Martian Mud Wrestling' }).check();
  await quick(ben).getByRole('radio', { name: /1 waiting/ }).check();
  await quick(ben).getByRole('button', { name: 'Play now' }).click();
  await ben.sayName();
  assert.ok(await ada.mayMove());
  assert.equal(new URL(ada.page.url()).pathname, new URL(ben.page.url()).pathname);
  await ada.page.getByTestId('clock-0').waitFor();
  await ada.anything(chance(1));
  await ben.untilPlies(1);

  await ben.page.goto(house.url());
  assert.ok(await quick(ben).getByRole('radio', { name: 'Martian Mud Wrestling' }).isChecked());
  assert.ok(await quick(ben).getByRole('radio', { name: /^5\+5/ }).isChecked(), 'what was chosen last');
  // One's own table is listed first, to return to.
  await ben.page.getByRole('region', { name: 'Your games' }).getByRole('link', { name: /^Resume/ }).click();
  await ben.page.getByTestId('board').waitFor();
  await part(ada, ben);
});

test('from a link on a phone it is not far to the first move', async () => {
  const ada = await company.join('Ada');
  const link = new URL(await ada.openTable());
  const began = Date.now();
  const ben = await company.join('Ben', house.path(link), PHONE);
  await ben.takeSeat();
  await ada.page.locator('[data-movable=true]').first().waitFor();
  await ada.move(chance(2));
  await ben.page.locator('[data-movable=true]').first().waitFor();
  await ben.move(chance(3));
  await ada.untilPlies(2);
  const took = Date.now() - began;
  assert.ok(took < 10_000, `it took ${took} ms`);
  await part(ada, ben);
});

test('the host begins with those who are there', async () => {
  const ada = await company.join('Ada');
  const path = house.path(await ada.openTable({ seats: 4 }));
  const begin = (person) => person.page.getByRole('button', { name: /^Begin with/ });
  assert.equal(await begin(ada).count(), 0, 'nobody plays alone');
  const ben = await company.join('Ben', path, PHONE);
  // He leaves two seats free between them.
  await ben.page.getByRole('button', { name: 'Join here, seat 4' }).click();
  await ben.sayName();
  const eve = await company.join('Eve', path);
  await eve.page.getByText('host', { exact: false }).first().waitFor();
  await begin(ada).waitFor();
  for (const other of [ben, eve]) assert.equal(await begin(other).count(), 0, 'only the host begins early');
  assert.deepEqual(await barriersInBoth(ada.page), [], 'a table that can begin');

  await begin(ada).click();
  assert.ok(await ada.mayMove());
  for (const person of [ada, ben, eve]) {
    await person.page.getByTestId('seat-1').waitFor();
    assert.equal(await person.page.locator('[data-testid=board] [data-space]').count(), 32, 'the board for two');
  }
  assert.match(await ben.page.getByTestId('seat-1').getAttribute('aria-label'), /^Ben \(you\)/);
  await ada.move(chance(4));
  await ben.untilPlies(1);
  await ben.move(chance(5));
  await eve.untilPlies(2);
  assert.equal(await eve.position(), await ada.position());
  await part(ada, ben, eve);
});

test('the game that most people watch moves on the first page', async () => {
  const [ann, bob, cyd, dot] = await Promise.all(['Ann', 'Bob', 'Cyd', 'Dot'].map((name) => Program.join(house, name)));
  const plain = await ann.open('martian-chess');
  await bob.sit(plain);
  const popular = await cyd.open('martian-chess');
  await dot.sit(popular);
  for (const watcher of [ann, bob]) await watcher.request({ type: 'watch', table: popular });
  const eve = await company.join('Eve');
  const featured = eve.page.getByTestId('featured');
  await featured.getByTestId(`live-${popular}`).waitFor();
  await featured.getByTestId('board').waitFor();
  assert.equal(await featured.getByRole('img', { name: 'guest' }).count(), 2, 'nobody there has an account');
  const board = () => featured.locator('[data-stack]').evaluateAll((all) => all.map((one) => one.dataset.stack).join(' '));
  const before = await board();
  assert.ok(await cyd.move(popular));
  await eve.page.waitForFunction(
    (was) => [...document.querySelectorAll('[data-testid=featured] [data-stack]')].map((one) => one.dataset.stack).join(' ') !== was,
    before,
  );
  assert.deepEqual(await barriersInBoth(eve.page), [], 'a lobby with a board');
  await featured.getByRole('link', { name: /^Watch Martian Chess: Cyd and Dot\./ }).click();
  await eve.untilPlies(1);
  assert.match(eve.page.url(), new RegExp(popular));
  [ann, bob, cyd, dot].forEach((program) => program.leave());
  await part(eve);
});
