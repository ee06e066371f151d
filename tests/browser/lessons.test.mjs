// Lessons: one finished by mouse and one by keyboard, what is said to what is wrong, the rules beside the board, and what lasts.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, opening, part } from './company.mjs';

const { house, company } = await opening();

const lessons = new URL('../../docs/lessons/', import.meta.url);
const read = async (path) => JSON.parse(await readFile(new URL(path, lessons), 'utf8'));

/** A game's lesson: each step with its words, and an action that does what is asked for. */
async function lessonOf(game) {
  const [{ steps }, positions, words] = await Promise.all(
    [`${game}.json`, `positions/${game}.json`, `en/${game}.json`].map(read),
  );
  return steps.map(({ name }) => {
    const { right, choices } = positions.steps[name];
    return { name, right: Object.keys(right)[0], choices, words: words[name] };
  });
}

const task = ({ page }) => page.getByTestId('lesson-task');
const status = (person) => task(person).getByRole('status');

/** Takes an action by its tokens; what goes without saying has been picked already, or ends the action by itself. */
async function take(person, action, pick) {
  for (const text of action.split('-')) {
    if (await person.page.locator('[data-standing=right]').isVisible()) return;
    const token = person.page.locator(`[data-testid=space-${text}], [data-testid=token-${text}]`);
    if ((await token.count()) > 0 && (await token.getAttribute('data-picked')) !== 'true') await pick(token);
  }
}

const click = (token) => token.click();
const press = (token) => token.press('Enter');

test('a lesson is finished by mouse, and then one plays the weakest computer', async () => {
  const ada = await company.join('Ada', 'learn');
  await ada.page.getByRole('heading', { level: 1, name: 'Learn by doing' }).waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the lessons');
  await ada.page.getByRole('link', { name: 'Martian Chess' }).click();
  for (const { right, words } of await lessonOf('martian-chess')) {
    await task(ada).getByRole('heading', { name: words.title }).waitFor();
    await take(ada, right, click);
    await status(ada).getByText(words.done).waitFor();
    await ada.page.getByRole('button', { name: /^(Next|Finish)$/ }).click();
  }
  const end = ada.page.getByTestId('lesson-end');
  await end.waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the end of a lesson');
  await end.getByRole('link', { name: 'Puzzle of the day' }).waitFor();
  await end.getByRole('button', { name: 'Play level 1' }).click();
  await ada.sayName();
  await ada.page.waitForURL(/\/t\//);
  await ada.mayMove();
  await ada.page.getByTestId('seat-1').getByRole('img', { name: 'computer, level 1' }).waitFor();
  await ada.page.goto(house.url('learn'));
  await ada.page.getByTestId('lessons').getByText('Done', { exact: true }).waitFor();
  await part(ada);
});

test('a lesson is finished by keyboard, on a small phone', async () => {
  const ada = await company.join('Ada', 'learn/branches-twigs-thorns', { width: 360, height: 640 });
  for (const { right, words } of await lessonOf('branches-twigs-thorns')) {
    await task(ada).getByRole('heading', { name: words.title }).waitFor();
    await take(ada, right, press);
    await status(ada).getByText(words.done).waitFor();
    // What was done is told to those who listen, and Enter goes on.
    await ada.hears(/\S/);
    const onwards = ada.page.getByRole('button', { name: /^(Next|Finish)$/ });
    await ada.page.waitForFunction(() => /^(Next|Finish)$/.test(document.activeElement?.textContent.trim() ?? ''));
    assert.ok(await onwards.evaluate((button) => button === document.activeElement), 'the way on has the focus');
    await ada.page.keyboard.press('Enter');
  }
  await ada.page.getByTestId('lesson-end').waitFor();
  await part(ada);
});

for (const game of ['martian-go', 'martian-mud-wrestling', 'martian-frisby', 'martian-backgammon']) {
  test(`every step of ${game} can be done on its board`, async () => {
    const ada = await company.join('Ada', `learn/${game}`, PHONE);
    for (const { right, words } of await lessonOf(game)) {
      await task(ada).getByRole('heading', { name: words.title }).waitFor();
      await take(ada, right, click);
      await status(ada).getByText(words.done).waitFor();
      await ada.page.getByRole('button', { name: /^(Next|Finish)$/ }).click();
    }
    await ada.page.getByTestId('lesson-end').waitFor();
    await part(ada);
  });
}

test('what is wrong is told why, leads to its rule, and progress lasts', async () => {
  const ada = await company.join('Ada', 'learn/martian-chess');
  const steps = await lessonOf('martian-chess');
  const next = ada.page.getByRole('button', { name: 'Next' });
  await task(ada).getByRole('heading', { name: steps[0].words.title }).waitFor();

  // Legal, and not what is asked for: the position stays.
  const before = await ada.position();
  await take(ada, 'b1-a1', click);
  await status(ada).getByText(steps[0].words.otherwise).waitFor();
  assert.equal(await ada.position(), before);

  // Not legal: the reason, and the rule behind it.
  await ada.page.getByTestId('space-a8').click({ force: true });
  await status(ada).getByText('That queen stands on Blue’s ground.').waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'a refusal in a lesson');
  await ada.page.getByTestId('why').click();
  const sheet = ada.page.getByTestId('rules-sheet');
  await sheet.getByRole('heading', { name: /^The idea/ }).waitFor();
  await ada.page.waitForFunction(() => document.activeElement?.id === 'the-idea');
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the rules beside the board');
  // Links on the sheet do not lead away from the board.
  await ada.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  assert.equal(await ada.page.evaluate(() => document.activeElement?.tagName), 'BUTTON', 'the focus is given back');

  for (const { right, words } of steps.slice(0, 3)) {
    await task(ada).getByRole('heading', { name: words.title }).waitFor();
    await take(ada, right, click);
    await status(ada).getByText(words.done).waitFor();
    await next.click();
  }
  await ada.page.reload();
  await task(ada).getByRole('heading', { name: steps[3].words.title }).waitFor();
  await task(ada).getByText(`Step 4 of ${steps.length}`).first().waitFor();
  // Without a line the lesson goes on.
  await ada.page.context().setOffline(true);
  await ada.page.getByRole('button', { name: 'Show me' }).click();
  await status(ada).getByText(steps[3].words.done).waitFor();
  await next.click();
  await task(ada).getByRole('heading', { name: steps[4].words.title }).waitFor();
  await ada.page.context().setOffline(false);
  await ada.page.goto(house.url('learn'));
  await ada.page.getByTestId('lessons').getByText(`4 of ${steps.length} steps done`).waitFor();
  await part(ada);
});

test('at a table the rules open at what is asked for, and at what was refused', async () => {
  const { ada, ben } = await company.seatTwo({ clock: [] }, PHONE);
  await ada.mayMove();
  await ada.page.getByTestId('rules-opener').click();
  const sheet = ada.page.getByTestId('rules-sheet');
  await ada.page.waitForFunction(() => document.activeElement?.id === 'your-turn');
  const beside = await sheet.boundingBox();
  assert.ok(beside.x > DESKTOP.width / 2, 'it leaves the board to be seen');
  await ada.page.getByRole('button', { name: 'Close the rules' }).click();
  await ada.page.getByTestId('space-a8').click({ force: true });
  await ada.page.getByTestId('why').click();
  await ada.page.waitForFunction(() => document.activeElement?.id === 'the-idea');
  // One may move while the rules lie open, and stays at the table.
  await ada.page.getByTestId('board-area').getByTestId('space-b3').click();
  await ada.page.getByTestId('board-area').getByTestId('space-a4').click();
  await ben.mayMove();
  await ben.page.getByTestId('rules-opener').click();
  await ben.page.waitForFunction(() => document.activeElement?.id === 'your-turn');
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the rules on a phone');
  await ben.page.keyboard.press('Escape');
  await ben.page.getByTestId('rules-sheet').waitFor({ state: 'detached' });
  await part(ada, ben);
});

test('a game without a lesson, and none at all, are told so', async () => {
  const ada = await company.join('Ada', 'learn/chess');
  await ada.page.getByText(/nothing here but sand/i).waitFor();
  await ada.page.goto(house.url('rules/martian-chess'));
  await ada.page.getByTestId('lesson-door').getByRole('link').click();
  await task(ada).waitFor();
  await part(ada);
});
