// Puzzles: the one of the day on the home page, and one that a guest tries, and solves, on its board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { DESKTOP, PHONE, opening, part } from './company.mjs';

const { house, company } = await opening();
const games = await house.get('games');

/** The solution of a puzzle: the answer to nobody's attempt tells it. */
async function solution({ id, choices }) {
  const response = await fetch(house.url(`api/v1/puzzles/${id}/attempts`), {
    method: 'POST',
    body: JSON.stringify({ action: choices[0] }),
  });
  return (await response.json()).solution;
}

/** Takes an action step by step: a space of the board, or a button beside it. */
async function take({ page }, { layout }, action) {
  for (const text of action.split('-')) {
    const token = layout.tokens.find((one) => one.text === text);
    if (token.type === 'space') await page.locator(`[data-space="${token.space}"] > [role]`).first().press('Enter');
    else await page.getByTestId(`token-${text}`).click();
  }
}

/** So many puzzles of chess in which any of several pieces may move: of one alone the first step goes without saying. */
async function puzzlesWithChoice(count) {
  const { puzzles } = await house.get('puzzles?game=martian-chess&limit=100');
  const open = [];
  for (const { id } of puzzles) {
    const whole = await house.get(`puzzles/${id}`);
    if (new Set(whole.choices.map((choice) => choice.split('-')[0])).size > 1) open.push(whole);
  }
  assert.ok(open.length >= count);
  return open.slice(0, count);
}

test('the puzzle of the day is on the home page, and leads to its board', async () => {
  const { puzzle } = await house.get('puzzles/today');
  const ada = await company.join('Ada');
  await ada.lookThrough();
  const card = ada.page.getByTestId('puzzle-of-the-day');
  await card.getByRole('link').click();
  await ada.page.waitForURL(house.url(`puzzles/${puzzle.id}`));
  await ada.page.getByTestId('board').waitFor();
  await ada.page.getByTestId('puzzle-task').getByText('to move: find the best move').waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'a puzzle');
  await part(ada);
});

for (const [viewport, size] of [
  [DESKTOP, 'desktop'],
  [PHONE, 'phone'],
]) {
  test(`a guest solves a puzzle by keyboard, and both are rated (${size})`, async () => {
    const whole = (await puzzlesWithChoice(2))[size === 'phone' ? 1 : 0];
    const best = await solution(whole);
    const wrong = whole.choices.find((choice) => choice !== best);
    const ada = await company.join('Ada', `puzzles/${whole.id}`, viewport);
    const task = ada.page.getByTestId('puzzle-task');
    await task.getByText('to move: find the best move').waitFor();

    // Without a name nothing is kept, and one is told so.
    await take(ada, whole, wrong);
    await task.getByText('there is something better').waitFor();
    await task.getByRole('button', { name: 'Choose a name' }).click();
    await ada.sayName();
    await ada.page.getByRole('dialog').waitFor({ state: 'hidden' });

    await take(ada, whole, best);
    await task.getByText('solved at the first try').waitFor();
    await task.getByText('Your puzzle rating').waitFor();
    await task.getByTestId('puzzle-worth').waitFor();
    assert.deepEqual(await barriersInBoth(ada.page), [], 'a puzzle that is solved');
    const after = await house.get(`puzzles/${whole.id}`);
    assert.equal(after.attempts, whole.attempts + 1);
    assert.ok(after.rating.rating < whole.rating.rating, 'it is easier than was thought');

    await ada.page.getByRole('button', { name: 'Next puzzle' }).click();
    await ada.page.waitForURL((url) => !url.href.endsWith(whole.id));
    await part(ada);
  });
}

test('every game has a set, and what one has solved is marked', async () => {
  const ada = await company.join('Ada', 'puzzles');
  for (const { id, title } of games) {
    const { puzzles } = await house.get(`puzzles?game=${id}&limit=100`);
    await ada.page.getByRole('navigation', { name: 'Game' }).getByRole('link', { name: title }).click();
    await ada.page.getByRole('heading', { name: title }).waitFor();
    await ada.page.getByTestId('puzzles').getByRole('link').nth(puzzles.length - 1).waitFor();
  }
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the sets');
  await part(ada);
});

test('what may not be done in a puzzle is told why, leads to its rule, and is no attempt', async () => {
  const [whole] = await puzzlesWithChoice(1);
  const others = ({ zone }, index) => zone !== whole.seat && whole.view.spaces[index].stack?.length > 0;
  const space = whole.layout.spaces.find(others);
  const ada = await company.join('Ada', `puzzles/${whole.id}`);
  await ada.page.getByTestId(`space-${space.name}`).click();
  await ada.page.getByTestId('prompt').getByText(/stands on .* ground/).waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'a refusal in a puzzle');
  await ada.page.getByTestId('why').click();
  await ada.page.waitForFunction(() => document.activeElement?.id === 'the-idea');
  await ada.page.getByTestId('rules-sheet').getByRole('heading', { name: /^The idea/ }).waitFor();
  assert.equal((await house.get(`puzzles/${whole.id}`)).attempts, whole.attempts);
  await part(ada);
});
