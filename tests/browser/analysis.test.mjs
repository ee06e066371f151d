// Learning from a computer: a hint on the way, and what the finished game was worth from beginning to end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { SIZES, opening, part } from './company.mjs';

/** Nobody waits there for what computers think. */
const { company } = await opening({ nodes: 300 });

/** Where pictures are to be left for people to look at, if anywhere. */
const PICTURES = process.env.CYDONIA_PICTURES;

async function picture({ page }, name) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

/** Sits down against a computer of level 1. */
async function against(person, game) {
  await person.page.getByRole('link', { name: /^Play the computer/ }).click();
  const form = person.page.getByRole('form', { name: 'Play the computer' });
  await form.getByRole('radio', { name: game }).check();
  await form.getByRole('group', { name: 'How strong' }).getByRole('radio', { name: '1 Beginner' }).check();
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await person.sayName();
}

/** Waits for one's own turn, and takes the action of a hint by clicking where its arrow goes. */
async function takeHint({ page }, path) {
  await page.getByTestId('hint').click();
  const action = await page.getByTestId('hinted').getAttribute('data-action');
  await page.getByTestId('arrows').locator('polyline').first().waitFor({ state: 'attached' });
  await picture({ page }, `hint-${path}`);
  const [from, to] = action.split('-');
  await page.getByTestId(`space-${from}`).click();
  await page.getByTestId(`space-${to}`).click();
  await page.getByTestId('hinted').waitFor({ state: 'detached' });
}

for (const [name, viewport] of SIZES) {
  test(`a guest asks for hints, and looks at the curve of the finished game (${name})`, async () => {
    const ada = await company.join('Ada', '', viewport);
    const { page } = ada;
    await against(ada, 'Martian Chess');
    for (let turn = 0; turn < 2; turn += 1) await takeHint(ada, name);
    // Then she plays without, and gives up.
    const random = () => 0;
    for (let turn = 0; turn < 3; turn += 1) {
      await page.getByTestId('hint').waitFor();
      await ada.anything(random);
    }
    await page.getByTestId('hint').waitFor();
    assert.deepEqual(await barriersInBoth(page), [], 'a game with hints');
    await ada.resign();
    await page.getByRole('link', { name: 'Review', exact: true }).click();

    const panel = page.getByTestId('analysis');
    await picture(ada, `before-${name}`);
    await panel.getByTestId('analyse').click();
    const curve = panel.getByTestId('value-curve');
    // So short a game may be looked at before the page has drawn how far that is.
    await panel.getByRole('progressbar').or(curve).first().waitFor();
    await curve.waitFor();
    assert.equal(await panel.getByTestId('value-line').count(), 2, 'a line for each seat');
    await picture(ada, `end-${name}`);

    // The first position, and from there by the arrow keys: a sentence for each.
    await page.getByTestId('first').click();
    await panel.getByTestId('analysis-words').getByText(/Ada \d+\s%, /).waitFor();
    assert.ok((await page.getByTestId('arrows').locator('polyline').count()) > 0, 'the best line is on the board');
    await curve.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/#1$/);
    assert.match(await curve.getAttribute('aria-valuetext'), /^Ada \d+\s%, .*: /);
    await panel.getByRole('switch', { name: 'Show the best line' }).click();
    await page.getByTestId('arrows').waitFor({ state: 'detached' });
    await panel.getByRole('switch', { name: 'Show the best line' }).click();

    // Whatever turned the game is a click away; and it is kept for all who come later.
    const turning = panel.getByTestId('turning-point').first();
    await turning.click();
    await turning.and(page.locator('[aria-current=step]')).waitFor();
    await page.getByTestId('arrows').waitFor({ state: 'attached' });
    await picture(ada, `turning-${name}`);
    assert.deepEqual(await barriersInBoth(page), [], 'an analysed game');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(ada, `dark-${name}`);
    await page.reload();
    await curve.waitFor();
    await part(ada);
  });
}
