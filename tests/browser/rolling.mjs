// What players do at a table with dice, and what their pages say of it.

import assert from 'node:assert/strict';
import { OFFERED, rollButton, whoMoves } from './company.mjs';

export { rollButton };

export async function roll(person) {
  await rollButton(person).click();
  await rollButton(person).waitFor({ state: 'detached' });
}

/** Waits until a page has checked a roll and found that it fits. */
export async function untilChecked({ page }, k) {
  await page.locator(`[data-testid=dice-check][data-k="${k}"][data-fits=true]`).waitFor();
}

/** Waits until a page says that of the last roll. */
export function said({ page }, words) {
  return page.getByTestId('dice-check').getByText(words).waitFor();
}

/** Whoever's turn it is does all that is left of it. */
export async function endTurn(players, random) {
  const mover = await whoMoves(players);
  const over = mover.page.getByRole('status').filter({ hasText: / (to roll|starts)\.$/ });
  const offered = mover.page.locator(OFFERED);
  do {
    await mover.anything(random);
    const plies = await mover.plies();
    await Promise.all(players.map((person) => person.untilPlies(plies)));
    // The list of moves may be a moment ahead of the board.
    await over.or(offered).first().waitFor();
  } while (!(await over.isVisible()));
}

export async function seatLink({ page }) {
  await page.getByRole('button', { name: 'More…' }).click();
  await page.getByRole('button', { name: 'Play on another device' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByTestId('qr').waitFor();
  const link = await dialog.getByTestId('link').inputValue();
  assert.equal(await dialog.getByTestId('no-seed').count(), 0);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

export async function assertNoAlarm({ name, page }) {
  assert.equal(await page.getByTestId('dice-alarm').count(), 0, `no alarm on ${name}'s page`);
}
