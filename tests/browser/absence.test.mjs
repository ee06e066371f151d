// Who walks off, as those see it who stay. The house's clock is moved on by the test: nobody waits for ten minutes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { chance, opening, part } from './company.mjs';

const { company } = await opening({ frozen: true });
const PICTURES = process.env.CYDONIA_PICTURES;

/** Keeps a picture, for whoever wants to look. */
async function keep(page, name) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

test('a computer plays on for whoever was away for ten minutes, and all see it', async () => {
  const { ada, ben, path } = await company.seatTwo();
  const eve = await company.join('Eve', path);
  assert.ok(await ada.mayMove());
  await ada.move(chance(1));
  await eve.untilPlies(1);
  await part(ben);
  await ada.page.getByTestId('seat-1').getByTestId('away').waitFor();
  await company.moveOn(600);
  const gone = ada.page.getByTestId('gone-1');
  await gone.getByLabel('Level').selectOption('2');
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the question');
  await keep(ada.page, 'take-over');
  await gone.getByRole('button', { name: 'Let a computer play on' }).click();
  for (const { page } of [ada, eve]) {
    await page.getByTestId('seat-1').getByRole('img', { name: 'computer, level 2' }).waitFor();
    await page.getByTestId('ply').filter({ hasText: 'a computer plays on' }).waitFor();
  }
  await company.moveOn(5);
  assert.ok(await ada.mayMove(), 'it has moved');
  await keep(ada.page, 'taken-over');
});

test('without a clock a seat that was away for ten minutes is let go, and has left the table', async () => {
  const { ada, ben, path } = await company.seatTwo();
  const eve = await company.join('Eve', path);
  assert.ok(await ada.mayMove());
  await ada.move(chance(1));
  await eve.untilPlies(1);
  await part(ben);
  await ada.page.getByTestId('seat-1').getByTestId('away').waitFor();

  await company.moveOn(540);
  await ada.page.getByTestId('seat-1').getByText('for 9 min').waitFor();
  assert.equal(await ada.page.getByTestId('gone-1').count(), 0);
  await company.moveOn(60);
  const gone = ada.page.getByTestId('gone-1');
  await gone.getByText('Ben has been away for 10 minutes.').waitFor();
  assert.equal(await eve.page.getByTestId('gone-1').getByRole('button').count(), 0, 'who watches has no say');
  await gone.getByRole('button', { name: 'Claim victory' }).click();
  const question = gone.getByRole('group', { name: 'Remove Ben from the game?' });
  await question.getByRole('button', { name: 'Yes, remove' }).click();
  for (const { page } of [ada, eve]) {
    await page.getByTestId('result').getByText('Ben left the table.').waitFor();
    await page.getByTestId('ply').filter({ hasText: 'left the table' }).waitFor();
    assert.deepEqual(await barriersInBoth(page), [], 'the end');
  }
  await ada.page.getByRole('heading', { name: 'You win!' }).waitFor();
  await part(ada, eve);
});
