// Shared reviews: several people look at a finished game, and the board goes where the leader is until one looks elsewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PHONE, opening, part } from './company.mjs';

const { house, company } = await opening();

const ply = ({ page }) => page.evaluate(() => Number(/^#(?:[^/]*\/)?(\d+)/.exec(location.hash)?.[1] ?? -1));
const untilPly = ({ page }, wanted) =>
  page.waitForFunction((wanted) => new RegExp(`^#(?:[^/0-9][^/]*/)?${wanted}$`).test(location.hash), wanted);
const panel = ({ page }) => page.getByTestId('shared-review');

test('all see what the leader looks at, look elsewhere and come back, and lead when they are let', async () => {
  const { ada, ben, id } = await company.playSome('Martian Chess', 6);
  await part(ben);

  await ada.page.goto(house.url(`games/${id}#4`));
  await ada.page.getByRole('button', { name: 'Review together' }).click();
  await panel(ada).getByText('You lead:').waitFor();
  const link = await panel(ada).getByTestId('review-link').inputValue();
  const cleo = await company.join('Cleo', link.slice(house.url().length), PHONE);
  await panel(cleo).getByText('You follow Ada').waitFor();
  await untilPly(cleo, 4);
  assert.equal(await cleo.position(), await ada.position());
  await ada.page.keyboard.press('ArrowLeft');
  await untilPly(cleo, await ply(ada));

  // Whoever steps elsewhere follows no longer, and is brought back.
  await cleo.page.keyboard.press('Home');
  await panel(cleo).getByText('You look around by yourself').waitFor();
  await untilPly(cleo, 0);
  await ada.page.keyboard.press('End');
  const end = await ply(ada);
  assert.notEqual(end, 0);
  assert.equal(await ply(cleo), 0);
  await panel(cleo).getByRole('button', { name: 'Back to Ada' }).click();
  await untilPly(cleo, end);
  assert.deepEqual(await barriersInBoth(cleo.page), []);

  // A side line is shown as it is played.
  await ada.page.keyboard.press('Home');
  await untilPly(cleo, 0);
  const { actions } = await house.get(`matches/${id}/what-if?step=0`);
  const { line } = await house.get(`matches/${id}`);
  const other = actions.find((action) => action !== line[0].action);
  await ada.page.locator('[data-movable=true]').first().waitFor();
  for (const token of other.split('-')) await ada.pick(token);
  await cleo.page.getByTestId('side-ply').first().and(cleo.page.locator('[aria-current=step]')).waitFor();
  assert.equal(await cleo.position(), await ada.position());

  // The lead goes to another, and to whoever is there when the leader is gone.
  await panel(ada).getByRole('button', { name: 'Let Guest 2 lead' }).click();
  await panel(cleo).getByText('You lead:').waitFor();
  await panel(ada).getByText('You follow Guest 2').waitFor();
  await panel(cleo).getByRole('button', { name: 'Leave', exact: true }).click();
  await panel(ada).getByText('You lead:').waitFor();
  await panel(cleo).waitFor({ state: 'detached' });
  await part(ada, cleo);
});
