// What players ask of each other: a draw, a turn back, a pause; and the end of a game that had hardly begun.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { chance, opening, part } from './company.mjs';

const { company } = await opening();

/** Two sit down, one of them with a telephone, and somebody watches. */
async function three(wishes) {
  const { ada, ben, path } = await company.seatTwo(wishes);
  const eve = await company.join('Eve', path);
  assert.ok(await ada.mayMove());
  return [ada, ben, eve];
}

/** So many turns by turns, from the first seat on. */
async function play(players, random, from, to) {
  for (let ply = from; ply < to; ply += 1) {
    const mover = players[ply % 2];
    assert.ok(await mover.mayMove());
    await mover.move(random);
    await Promise.all(players.map((person) => person.untilPlies(ply + 1)));
  }
}

function offer(person, what) {
  return person.page.getByTestId(`offer-${what}`);
}

test('a draw is offered, withdrawn, declined, lapses with a move, and is agreed at last', async () => {
  const [ada, ben, eve] = await three();
  const random = chance(5);
  await play([ada, ben], random, 0, 2);

  await ada.choose('Offer a draw');
  await offer(ben, 'draw').getByText('Ada offers a draw.').waitFor();
  await ben.hears('Ada offers a draw.');
  await offer(eve, 'draw').getByText('Ada offers a draw. Waiting for Ben.').waitFor();
  assert.equal(await offer(eve, 'draw').getByRole('button').count(), 0, 'who watches has no say');
  for (const [person, what] of [[ada, 'one’s own offer'], [ben, 'an offer']]) {
    assert.deepEqual(await barriersInBoth(person.page), [], what);
  }
  await offer(ada, 'draw').getByRole('button', { name: 'Withdraw' }).click();
  await offer(ben, 'draw').waitFor({ state: 'detached' });

  // What was withdrawn or declined is not asked again before somebody else has moved.
  const cannotAsk = async () => {
    await ada.page.getByRole('button', { name: 'More…' }).click();
    assert.ok(await ada.page.getByRole('button', { name: 'Offer a draw' }).isDisabled());
    assert.deepEqual(await barriersInBoth(ada.page), [], 'the menu');
    await ada.page.keyboard.press('Escape');
  };
  await cannotAsk();
  await play([ada, ben], random, 2, 4);
  await ada.choose('Offer a draw');
  await offer(ben, 'draw').getByRole('button', { name: 'Decline' }).click();
  await ada.hears('Ben declines.');
  await cannotAsk();
  await play([ada, ben], random, 4, 5);

  // To move is to decline; the offerer's own move changes nothing.
  await ben.choose('Offer a draw');
  await offer(ada, 'draw').waitFor();
  await play([ada, ben], random, 5, 6);
  await offer(ada, 'draw').waitFor();
  await play([ada, ben], random, 6, 7);
  await offer(ben, 'draw').waitFor({ state: 'detached' });

  await ben.choose('Offer a draw');
  await offer(ada, 'draw').getByRole('button', { name: 'Agree' }).click();
  for (const { page } of [ada, ben, eve]) {
    const result = page.getByTestId('result');
    await result.getByRole('heading', { name: /^Draw \d+–\d+$/ }).waitFor();
    await result.getByText('The players agreed on a draw.').waitFor();
    await page.locator('[data-turn=true]').waitFor({ state: 'detached' });
    assert.equal(await page.locator('[data-movable=true]').count(), 0);
  }
  await part(ada, ben, eve);
});

test('a turn is taken back by agreement: the pieces go back, and the list keeps what was', async () => {
  const [ada, ben, eve] = await three();
  const random = chance(6);
  await play([ada, ben], random, 0, 2);
  const before = await ada.position();
  await play([ada, ben], random, 2, 4);
  await ada.choose('Request takeback');
  await offer(ben, 'takeback').getByText('Ada asks to take their last turn back.').waitFor();
  await offer(ben, 'takeback').getByRole('button', { name: 'Agree' }).click();
  for (const person of [ada, ben, eve]) {
    await person.untilPlies(5);
    assert.equal(await person.position(), before, `${person.name} sees the pieces go back`);
    const struck = person.page.locator('[data-testid=ply].back');
    assert.equal(await struck.count(), 0, 'folded until somebody asks for it');
    await person.page.getByRole('button', { name: '2 moves were taken back: show them' }).click();
    assert.equal(await struck.count(), 2);
    await person.page.getByTestId('ply').filter({ hasText: 'took a turn back' }).waitFor();
  }
  await eve.hears('Ada’s last turn is taken back.');

  // Stepping passes over it, and goes on from where it led.
  await eve.page.getByTestId('back').click();
  await eve.page.getByTestId('tray').getByText('After move 1 of 2.').waitFor();
  await eve.page.getByTestId('forward').click();
  await eve.page.getByText('Spectating.').waitFor();
  assert.equal(await eve.position(), before);
  await eve.page.locator('[data-testid=ply].back').last().click();
  await eve.page.getByTestId('tray').getByText('Taken back later.').waitFor();
  assert.notEqual(await eve.position(), before);
  await eve.page.getByRole('button', { name: 'Back to the game' }).click();

  assert.ok(await ada.mayMove());
  await ada.move(random);
  await ben.untilPlies(6);
  assert.equal(await ben.page.locator('[data-testid=ply].back').count(), 2, 'what is new stands');
  await part(ada, ben, eve);
});

test('in a pause no clock runs and nothing can be moved, until somebody goes on', async () => {
  const [ada, ben, eve] = await three({ clock: ['Live', '10+10'] });
  await ben.choose('Request pause');
  await offer(ada, 'pause').getByText('Ben asks for a pause.').waitFor();
  await offer(ada, 'pause').getByRole('button', { name: 'Agree' }).click();
  for (const person of [ada, ben, eve]) {
    await person.page.getByTestId('paused').getByText('The game is paused.').waitFor();
    await person.page.locator('[data-running=true]').waitFor({ state: 'detached' });
    assert.equal(await person.page.locator('[data-movable=true]').count(), 0);
    assert.deepEqual(await barriersInBoth(person.page), [], 'a pause');
  }
  assert.equal(await eve.page.getByTestId('paused').getByRole('button').count(), 0);
  // Whoever comes back meanwhile finds it paused.
  await ada.page.reload();
  await ada.page.getByTestId('paused').waitFor();
  await ben.page.getByRole('button', { name: 'Resume' }).click();
  for (const { page } of [ada, ben, eve]) {
    await page.getByTestId('paused').waitFor({ state: 'detached' });
    await page.locator('[data-testid=clock-0][data-running=true]').waitFor();
  }
  await eve.hears('Ben resumes the game.');
  for (const words of ['Paused by agreement', 'Ben resumed']) {
    await eve.page.getByTestId('note').filter({ hasText: words }).waitFor();
  }
  await play([ada, ben], chance(7), 0, 1);
  await part(ada, ben, eve);
});

test('a game that has hardly begun can be aborted, and only then', async () => {
  const [ada, ben, eve] = await three();
  await play([ada, ben], chance(8), 0, 1);
  await ben.choose('Abort the game');
  const question = ben.page.getByRole('group', { name: 'End this game without a result?' });
  await question.getByRole('button', { name: 'Keep playing' }).click();
  await question.waitFor({ state: 'detached' });
  await ben.choose('Abort the game');
  await question.getByRole('button', { name: 'Yes, abort it' }).click();
  for (const person of [ada, ben, eve]) {
    const told = person.page.getByTestId('aborted');
    await told.getByText('Aborted by Ben.').waitFor();
    assert.equal(await person.page.locator('[data-movable=true]').count(), 0);
    assert.equal(await person.page.getByRole('button', { name: 'More…' }).count(), 0);
    assert.deepEqual(await barriersInBoth(person.page), [], 'an aborted game');
  }
  await ada.page.reload();
  await ada.page.getByTestId('aborted').waitFor();
  await ada.page.getByRole('link', { name: 'To the tables' }).click();
  await ada.page.getByRole('heading', { name: /^Six games/ }).waitFor();
  await part(ada, ben, eve);

  const [cleo, dan, fay] = await three();
  await play([cleo, dan], chance(9), 0, 2);
  await cleo.page.getByRole('button', { name: 'More…' }).click();
  await cleo.page.getByRole('button', { name: 'Resign' }).waitFor();
  assert.equal(await cleo.page.getByRole('button', { name: 'Abort the game' }).count(), 0);
  await part(cleo, dan, fay);
});
