// Clocks run and run out, and players go away and come back. The house's clock is moved on by the tests, so that no
// machine is too slow for what they look at; between two moves the pages count on by themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, chance, opening, part } from './company.mjs';

const { house, company } = await opening({ frozen: true });

/** Fills the form for a new game with a clock of so many seconds, and looks at what it says of it; the last click is left. */
async function fill(person, seats, seconds, consequence) {
  await person.page.getByRole('link', { name: 'More options' }).click();
  const form = person.page.getByRole('form', { name: 'New game' });
  await form.getByRole('group', { name: 'Players' }).getByText(String(seats), { exact: true }).click();
  for (const choice of ['Live', 'Custom']) await form.locator('label', { hasText: choice }).click();
  await form.getByRole('spinbutton', { name: 'Minutes' }).fill('0');
  const field = form.getByRole('spinbutton', { name: 'Seconds', exact: true });
  await field.fill('5');
  await form.getByRole('alert').filter({ hasText: 'between 10 seconds and 3 hours' }).waitFor();
  await field.fill(String(seconds));
  await form.getByRole('spinbutton', { name: /more with each turn/ }).fill('0');
  await form.getByTestId('timeout').filter({ hasText: consequence }).waitFor();
  return form;
}

/** Opens the table of a form that is filled in, and returns the link to send. */
async function open(person, form) {
  await form.getByRole('button', { name: 'Open the table' }).click();
  await person.sayName();
  return person.invitation();
}

/** The same players come to a table by its link. */
async function join(name, link, viewport) {
  return company.join(name, house.path(link), viewport);
}

test('a clock runs out: one is warned, the other wins, and those who watch follow to the rematch', async () => {
  const ada = await company.join('Ada');
  const form = await fill(ada, 2, 30, '30 s each for the whole game. A player who runs out of time or is gone');
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the form');
  const link = await open(ada, form);

  // Whoever thinks of sitting down knows what they are in for, in the lobby and at the table.
  const eve = await company.join('Eve');
  // The house tells its list of tables a few times a second, and here no second passes by itself.
  await company.moveOn(1);
  const row = eve.page.getByTestId(`table-${new URL(link).pathname.split('/').at(-1)}`);
  await row.getByText('30 s + 0: out of time loses').waitFor();
  await row.getByRole('link', { name: /^Join/ }).click();
  const ben = await join('Ben', link, PHONE);
  await ben.page.getByTestId('timeout').filter({ hasText: 'loses' }).waitFor();
  await ben.takeSeat();

  // One clock runs, with tenths at the end, for everybody alike.
  await company.moveOn(1);
  await ada.page.getByTestId('clock-0').filter({ hasText: /0:[23]\d/ }).waitFor();
  await company.moveOn(15);
  await ada.hears('10 seconds left.');
  for (const person of [ada, ben, eve]) {
    await person.page.locator('[data-testid=clock-0][data-running=true][data-urgency=last]').waitFor();
    await person.page.getByTestId('clock-0').filter({ hasText: /0:0\d\.\d/ }).waitFor();
    assert.match(await person.page.getByTestId('clock-1').innerText(), /0:30/);
  }
  assert.doesNotMatch(await ben.page.getByTestId('announcer').innerText(), /seconds left/);
  await company.moveOn(15);
  for (const person of [ada, ben, eve]) {
    await person.page.getByTestId('result').getByText('Ada ran out of time.').waitFor();
    await person.page.getByTestId('clock-0').filter({ hasText: '0:00.0' }).waitFor();
    await person.page.locator('[data-running=true]').waitFor({ state: 'detached' });
  }
  await ben.page.getByRole('heading', { name: 'You win!' }).waitFor();

  await ben.page.getByRole('button', { name: 'Rematch' }).click();
  await eve.page.getByRole('link', { name: 'Watch the rematch' }).click();
  await eve.page.getByRole('heading', { name: 'Martian Chess' }).waitFor();
  await ada.page.getByRole('button', { name: 'Join the rematch' }).click();
  await eve.page.locator('[data-testid=clock-0][data-running=true]').waitFor();
  assert.match(await eve.page.getByTestId('seat-0').innerText(), /Ben/);
  await part(ada, ben, eve);
});

test('the increment comes with the turn, and the clock of the one who thinks runs on', async () => {
  const { ada, ben } = await company.seatTwo({ clock: ['Live', '5+5'] }, DESKTOP);
  assert.ok(await ada.mayMove());
  await company.moveOn(30);
  await ada.page.getByTestId('clock-0').filter({ hasText: /4:[0-3]\d/ }).waitFor();
  await ada.move(chance(1));
  for (const { page } of [ada, ben]) {
    await page.locator('[data-testid=clock-0][data-running=false]').filter({ hasText: /4:3[5-9]/ }).waitFor();
    await page.locator('[data-testid=clock-1][data-running=true]').waitFor();
  }
  await company.moveOn(20);
  for (const { page } of [ada, ben]) {
    await page.locator('[data-testid=clock-1][data-running=true]').filter({ hasText: /4:[0-4]\d/ }).waitFor();
  }
  await part(ada, ben);
});

test('with more than two the others play on without the one who ran out of time', async () => {
  const consequence = 'is skipped and ranks below those who stay';
  const ada = await company.join('Ada');
  const form = await fill(ada, 3, 15, consequence);
  const link = await open(ada, form);
  const ben = await join('Ben', link, PHONE);
  await ben.page.getByTestId('timeout').filter({ hasText: consequence }).waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the open table');
  await ben.takeSeat();
  const cleo = await join('Cleo', link);
  await cleo.takeSeat();
  await ada.mayMove();
  await company.moveOn(20);
  for (const { page } of [ada, ben, cleo]) {
    await page.getByTestId('ply').filter({ hasText: 'ran out of time' }).waitFor();
    await page.locator('[data-testid=clock-1][data-running=true]').waitFor();
    await page.getByTestId('seat-0').filter({ hasText: 'has left' }).waitFor();
    assert.equal(await page.getByTestId('result').count(), 0);
  }
  await ada.page.getByText('You have left this game.').waitFor();
  const random = chance(3);
  for (const [count, player] of [ben, cleo, ben].entries()) {
    assert.ok(await player.mayMove());
    await player.move(random);
    await ada.untilPlies(count + 2);
  }
  await part(ada, ben, cleo);
});

test('who closes their page is seen to be away, and to count as gone soon; then they are back', async () => {
  const { ada, ben } = await company.seatTwo({ clock: ['Live', '15+15'] });
  assert.ok(await ada.mayMove());
  const table = ben.page.url();
  await ben.page.goto('about:blank');
  const card = ada.page.getByTestId('seat-1');
  await card.getByTestId('away').waitFor();
  await card.getByText(/counts as gone in [01]:\d\d/).waitFor();
  await ada.hears('Ben is away.');
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the table with an absence');
  await ben.page.goto(table);
  await card.getByTestId('away').waitFor({ state: 'detached' });
  await ada.hears('Ben is back.');
  await part(ada, ben);
});

test('whether somebody was away for ten minutes the house knows best', async () => {
  const { ada, ben } = await company.seatTwo();
  assert.ok(await ada.mayMove());
  // Nobody waits that long here: from now on this page is told that who is away has been so for ten minutes. The house
  // knows better, and says so.
  await ada.page.routeWebSocket(/\/ws/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type !== 'presence') return socket.send(text);
      for (const seat of message.seats) {
        if (seat.state !== 'away') continue;
        seat.since_ms -= 600_000;
        seat.until_ms -= 600_000;
      }
      socket.send(JSON.stringify(message));
    });
  });
  await ada.page.reload();
  await ada.page.locator('[data-movable=true]').first().waitFor();
  await ben.page.goto('about:blank');
  const gone = ada.page.getByTestId('gone-1');
  await gone.getByText('Ben has been away for 10 minutes.').waitFor();
  await ada.page.getByTestId('seat-1').getByText('for 10 min').waitFor();
  await gone.getByRole('button', { name: 'Claim victory' }).click();
  const question = gone.getByRole('group', { name: 'Remove Ben from the game?' });
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the question');
  await question.getByRole('button', { name: 'Yes, remove' }).click();
  await ada.page.getByRole('alert').filter({ hasText: 'That seat has not been away for long enough.' }).waitFor();
  await part(ada, ben);
});

test('by correspondence a turn waits to be confirmed; in a live game only for those who want it', async () => {
  const { ada, ben } = await company.seatTwo({ clock: ['Correspondence', '2 days'] });
  assert.ok(await ada.mayMove());
  const before = await ada.position();
  const picked = ada.page.locator('[data-picked=true]');
  const confirm = ada.page.getByRole('button', { name: 'Confirm', exact: true });
  const random = chance(2);
  await ada.move(random);
  await confirm.waitFor();
  assert.equal(await picked.count(), 2, 'both ends of the move stay marked');
  assert.equal(await ada.position(), before, 'nothing has moved yet');
  await ada.page.keyboard.press('Escape');
  await confirm.waitFor({ state: 'detached' });
  assert.equal(await ben.plies(), 0);
  await ada.move(random);
  await confirm.waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the question');
  await ada.page.keyboard.press('Enter');
  await ben.untilPlies(1);
  await ada.page.getByTestId('clock-1').filter({ hasText: /1 d 23 h|2 d 0 h/ }).waitFor();

  await ben.page.getByRole('button', { name: 'More…' }).click();
  await ben.page.getByRole('switch', { name: 'Confirm moves' }).click();
  await ben.page.keyboard.press('Escape');
  assert.ok(await ben.mayMove());
  await ben.move(random);
  await ada.untilPlies(2);

  // The other kind of table has a setting of its own.
  await ada.page.goto(house.url());
  await ada.page.getByRole('link', { name: 'More options' }).click();
  const form = ada.page.getByRole('form', { name: 'New game' });
  await form.getByRole('button', { name: 'Open the table' }).click();
  const second = await ada.invitation();
  await ben.page.goto(second);
  await ben.page.getByRole('button', { name: 'Join', exact: true }).click();
  assert.ok(await ada.mayMove());
  await ada.move(random);
  await ben.untilPlies(1);
  await part(ada, ben);
});
