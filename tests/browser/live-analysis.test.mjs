// A casual game is analysed while it is on, as far as all who play allow: asked, agreed, looked at along the board, and gone with
// the turn that is taken back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { chance, opening, part } from './company.mjs';

const { company } = await opening({ nodes: 300 });

/** Where pictures are to be left for people to look at, if anywhere. */
const PICTURES = process.env.CYDONIA_PICTURES;

async function pictures(people, name) {
  if (!PICTURES) return;
  for (const { name: whose, page } of people) {
    await page.screenshot({ path: `${PICTURES}/${name}-${whose}.png`, fullPage: true });
  }
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

const panel = ({ page }) => page.getByTestId('analysis');
const asks = ({ page }) => page.getByTestId('offer-analysis');
const arrows = ({ page }) => page.getByTestId('arrows').locator('polyline').first();

/** The first asks for an analysis, and the second agrees. */
async function agree(one, other) {
  await one.choose('Request analysis');
  await asks(other).getByRole('button', { name: 'Agree' }).click();
  await asks(one).waitFor({ state: 'detached' });
}

/** Has what was allowed analysed, or fetched if somebody else was quicker. */
async function analyse(person) {
  await panel(person).getByTestId('analyse').click();
  await panel(person).getByTestId('value-curve').waitFor();
}

test('all who play allow an analysis of the game so far, and see where it turned', async () => {
  const { ada, ben, path } = await company.seatTwo();
  const eve = await company.join('Eve', path);
  const all = [ada, ben, eve];
  const random = chance(7);
  assert.ok(await ada.mayMove());
  await ada.page.getByRole('button', { name: 'More…' }).click();
  assert.equal(await ada.page.getByRole('button', { name: 'Request analysis' }).count(), 0, 'nothing was played');
  await ada.page.keyboard.press('Escape');
  await play([ada, ben], random, 0, 6);

  await ada.choose('Request analysis');
  await asks(ben).getByText('Ada asks to have the game so far analysed, for all to see.').waitFor();
  await ben.hears('Ada asks to have the game so far analysed, for all to see.');
  assert.equal(await asks(eve).getByRole('button').count(), 0, 'who watches has no say');
  assert.equal(await panel(eve).count(), 0, 'and sees nothing before all agree');
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the offer');
  await pictures(all, 'asked');
  await asks(ben).getByRole('button', { name: 'Decline' }).click();
  await ada.hears('Ben declines.');
  await agree(ben, ada);
  for (const person of all) {
    await person.hears('All agree: the game so far may be analysed.');
    await panel(person).getByRole('button', { name: 'Analyse the game so far' }).waitFor();
    await person.page.getByTestId('note').getByText('Analysis agreed on').waitFor();
  }
  await pictures(all, 'allowed');

  await analyse(ben);
  assert.equal(await panel(ben).getByTestId('value-line').count(), 2, 'a line for each seat');
  await Promise.all([ada, eve].map(analyse));
  for (const person of all) {
    await panel(person).getByTestId('analysis-words').getByText(/Ada \d+\s%, Ben \d+\s%\./).waitFor();
    assert.equal(await arrows(person).count(), 0, 'nobody is told what to do now');
    await person.page.getByTestId('first').click();
    await arrows(person).waitFor({ state: 'attached' });
    await panel(person).getByTestId('analysis-words').getByText(/^Ada \d+\s%, Ben \d+\s%\.\s+Ada: /).waitFor();
  }
  await ada.hears(/^Ada \d+\s%, Ben \d+\s%\. Ada: /);
  await pictures(all, 'first');
  const turning = panel(ada).getByTestId('turning-point').first();
  await turning.click();
  await turning.and(ada.page.locator('[aria-current=step]')).waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'an analysed game that is on');
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the same on a telephone');
  for (const { page } of all) await page.getByRole('button', { name: 'Back to the game' }).click();

  // What is played from here on is nobody's to look up.
  await play([ada, ben], random, 6, 8);
  await panel(ada).getByTestId('analysis-words').getByText('What was played here came later.').waitFor();
  await pictures(all, 'later');
  await ben.page.reload();
  await panel(ben).getByTestId('value-curve').waitFor();
  // With a turn that is taken back it is over; and all may agree anew.
  await ada.choose('Request takeback');
  await ben.page.getByTestId('offer-takeback').getByRole('button', { name: 'Agree' }).click();
  for (const person of all) await panel(person).waitFor({ state: 'detached' });
  await agree(ada, ben);
  await analyse(ada);
  // When the game is over it is one like any other.
  await ada.resign();
  for (const person of all) await panel(person).waitFor({ state: 'detached' });
  await ada.page.getByRole('link', { name: 'Review', exact: true }).click();
  await panel(ada).getByRole('button', { name: 'Analyse this game' }).waitFor();
  await part(ada, ben, eve);
});

test('against a computer leave to analyse is one’s own', async () => {
  const ada = await company.join('Ada');
  const { page } = ada;
  await page.getByRole('link', { name: /^Play the computer/ }).click();
  const form = page.getByRole('form', { name: 'Play the computer' });
  await form.getByRole('radio', { name: 'Martian Chess' }).check();
  await form.getByRole('group', { name: 'How strong' }).getByRole('radio', { name: '1 Beginner' }).check();
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.sayName();
  await page.getByTestId('hint').waitFor();
  await ada.anything(() => 0);
  await page.getByTestId('hint').waitFor();
  await ada.choose('Request analysis');
  await ada.hears('All agree: the game so far may be analysed.');
  await analyse(ada);
  assert.equal(await panel(ada).getByTestId('value-line').count(), 2);
  await part(ada);
});
