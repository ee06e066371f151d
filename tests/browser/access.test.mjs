// Whole games by keys alone, by what a screen reader is told alone, and by touch; and what is said when one asks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { BY_TOUCH, DESKTOP, PHONE, SMALL, chance, nextChoices, opening, part } from './company.mjs';

const { house, company } = await opening();
const SHORT = 'Branches and Twigs and Thorns';

/** Ada opens a table, and whoever is to come gets its path. */
async function hosted(game) {
  const ada = await company.join('Ada');
  const link = await ada.openTable({ game });
  return { ada, path: house.path(link) };
}

/** What has the focus; nothing must never have it. */
function focus(page) {
  return page.evaluate(() => {
    const { tagName, role, dataset, textContent } = document.activeElement;
    return { tagName, role, id: dataset.testid ?? '', text: textContent.trim() };
  });
}

/** Tabs on until something has the focus. */
async function tabTo(page, wanted) {
  for (let times = 0; times < 80; times += 1) {
    const found = await focus(page);
    if (wanted(found)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`no way by Tab; it is on ${JSON.stringify(await focus(page))}`);
}

/** Goes to a space by arrow keys, as one sees it lie. */
async function walkTo(page, id) {
  await tabTo(page, ({ role }) => role === 'gridcell');
  for (let step = 0; step < 40; step += 1) {
    const key = await page.evaluate((wanted) => {
      const middle = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const [x, y] = middle(document.activeElement);
      const [toX, toY] = middle(document.querySelector(`[data-testid="${wanted}"]`));
      if (Math.hypot(toX - x, toY - y) < 4) return null;
      if (Math.abs(toX - x) > Math.abs(toY - y)) return toX > x ? 'ArrowRight' : 'ArrowLeft';
      return toY > y ? 'ArrowDown' : 'ArrowUp';
    }, id);
    if (key === null) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${id} is not reached by arrow keys`);
}

/** One action by keys: spaces by arrows and Enter, pieces by the number of their size. */
async function actByKeys(ben, random) {
  const before = await ben.plies();
  for (let step = 0; step < 4; step += 1) {
    const { plies, offered } = await ben.page.evaluate(nextChoices);
    if (plies > before || offered.length === 0) break;
    const id = offered[Math.floor(random() * offered.length)];
    if (id.startsWith('space-')) {
      await walkTo(ben.page, id);
      await ben.page.keyboard.press('Enter');
    } else {
      await ben.page.keyboard.press(id.slice('token-'.length));
    }
    assert.notEqual((await focus(ben.page)).tagName, 'BODY', `after ${id} the focus is on something`);
  }
  await ben.untilPlies(before + 1);
}

/** Plays to the end: the one as is given, the other by whatever there is. */
async function playOut(one, act, other, random) {
  while ((await one.page.getByTestId('result').count()) === 0) {
    const mine = await one.page.evaluate(
      () => document.querySelector('[data-testid^=seat-][data-turn=true]')?.dataset.testid ?? null,
    );
    if (mine === null) break;
    const before = await one.plies();
    if (mine === 'seat-1') await act(one, random);
    else await other.anything(random);
    for (const person of [one, other]) await person.untilPlies(before + 1);
  }
  await one.page.getByTestId('result').waitFor();
}

test('a game is played by keyboard alone, from the link to the result', async () => {
  const { ada, path } = await hosted(SHORT);
  const ben = await company.join('Ben', path);
  const { page } = ben;
  await page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal((await focus(page)).text, 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal((await focus(page)).tagName, 'MAIN');
  await tabTo(page, ({ tagName }) => tagName === 'INPUT');
  await page.keyboard.type('Ben');
  await page.keyboard.press('Enter');
  await page.getByTestId('board').waitFor();
  await ada.offered();
  assert.notEqual((await focus(page)).tagName, 'BODY', 'when the game starts the focus is on something');

  await playOut(ben, actByKeys, ada, chance(5));
  await page.getByTestId('result').waitFor();
  assert.notEqual((await focus(page)).tagName, 'BODY', 'at the end the focus is on something');
  // The arrows step through the game as soon as the board has not the focus.
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.querySelector('main').focus());
  await page.keyboard.press('Home');
  await ben.hears('Start position.');
  await part(ada, ben);
});

test('what is to be heard is asked for by letters, and each turn is told once', async () => {
  const { ada, ben } = await company.seatTwo({ isPrivate: true }, DESKTOP);
  await ada.page.locator('[data-movable=true]').first().waitFor();
  await ada.page.keyboard.press('l');
  await ada.hears('Nothing has been played yet.');
  const told = ben.page.evaluate(() => {
    globalThis.told = [];
    const regions = document.querySelectorAll('[aria-live=polite], [role=status]:not([aria-live=off])');
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('main [aria-live=polite], main [role=status]:not([aria-live=off])')) {
        if (globalThis.told.at(-1) !== region.textContent) globalThis.told.push(region.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return regions.length;
  });
  await told;
  await ada.page.getByTestId('space-b3').click();
  await ada.page.getByTestId('space-a4').click();
  await ben.hears('Ada moves pawn from b3 to a4. Your turn.');
  const moves = (await ben.page.evaluate(() => globalThis.told)).filter((words) => words.includes('Ada moves'));
  assert.equal(moves.length, 1, 'once');
  const from = await ben.page.getByRole('gridcell', { name: /^b 3,.*last move from here/ }).count();
  const to = await ben.page.getByRole('gridcell', { name: /^a 4,.*last move here/ }).count();
  assert.deepEqual([from, to], [1, 1]);

  await ben.page.keyboard.press('l');
  await ben.hears(/^Ada moves pawn from b3 to a4\.$/);
  await ben.page.keyboard.press('s');
  await ben.hears(/^Ada: 0 \w+, You: 0 \w+\.$/);
  await ben.page.keyboard.press('p');
  await ben.hears(/^Your pieces: .*queen/);
  await ben.page.keyboard.press('?');
  const keys = ben.page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('Hear the last move').waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the keys');
  await ben.page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  // Whoever writes writes letters.
  await ben.page.getByRole('tab', { name: 'Chat' }).click();
  const said = await ben.page.getByTestId('announcer').textContent();
  await ben.page.getByRole('textbox').first().pressSequentially('lsp?');
  assert.equal(await ben.page.getByTestId('announcer').textContent(), said);
  await part(ada, ben);
});

test('a game is played by what a screen reader is told alone', async () => {
  const { ada, path } = await hosted('Martian Chess');
  const ben = await company.join('Ben', path);
  const { page } = ben;
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ben');
  await page.getByRole('button', { name: 'Join', exact: true }).press('Enter');
  const board = page.getByRole('grid', { name: 'Martian Chess board' });
  await board.waitFor();
  const random = chance(3);
  assert.equal(await board.getByRole('row').count(), 4, 'it lies in a wide window');
  assert.equal(await board.getByRole('row', { name: 'File a' }).getByRole('gridcell').count(), 8);
  const choose = async (name) => {
    const cells = board.getByRole('gridcell', { name });
    await cells.first().waitFor();
    await cells.nth(Math.floor(random() * (await cells.count()))).press('Enter');
  };
  for (let turn = 0; turn < 3; turn += 1) {
    await ada.anything(random);
    await page.getByRole('region', { name: 'Ben (you), to move' }).waitFor();
    await choose(/can move/);
    await choose(/target/);
    await page.getByRole('region', { name: 'Ada, to move' }).waitFor();
  }
  await page.getByRole('button', { name: 'More…' }).press('Enter');
  await page.getByRole('button', { name: 'Resign', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Yes, resign' }).press('Enter');
  await page.getByText('You resigned').first().waitFor();
  const snapshot = await page.getByRole('main').ariaSnapshot();
  assert.match(snapshot, /grid "Martian Chess board"/);
  assert.match(snapshot, /row "File a"/);
  assert.match(snapshot, /heading "Martian Chess board" \[level=1\]/);
  await part(ada, ben);
});

/** One action by names and roles: whatever cell or button says of itself that it can be chosen. */
async function actByTree(ben, random) {
  const { page } = ben;
  const before = await ben.plies();
  const main = page.getByRole('main');
  const cells = (name) => main.getByRole('grid').getByRole('gridcell', { name });
  for (let look = 0; look < 500 && (await ben.plies()) === before; look += 1) {
    // What was chosen is on its way.
    if ((await main.locator('[role=grid][aria-busy=true]').count()) > 0) continue;
    // A goal, if there is one; the size that belongs on the square that is picked; or else a square.
    const goals = (await cells(/, target\b/).count()) > 0;
    const picked = (await cells(/, picked\b/).count()) > 0;
    const sizes = main.getByRole('button', { name: /^(Small|Medium|Large)$/, pressed: false });
    const offered = goals ? cells(/, target\b/) : picked ? sizes : cells(/can be picked/);
    const count = await offered.count();
    if (count === 0) continue;
    const told = await main.ariaSnapshot();
    await offered.nth(Math.floor(random() * count)).press('Enter');
    // Whatever one picks, something is told otherwise afterwards.
    for (let wait = 0; wait < 200 && (await main.ariaSnapshot()) === told; wait += 1);
  }
  await ben.untilPlies(before + 1);
}

test('a whole game is played by names and roles alone, and its result is one of them', async () => {
  const { ada, path } = await hosted(SHORT);
  const ben = await company.join('Ben', path);
  const { page } = ben;
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ben');
  await page.getByRole('button', { name: 'Join', exact: true }).press('Enter');
  await page.getByRole('grid', { name: `${SHORT} board` }).waitFor();
  await playOut(ben, actByTree, ada, chance(13));
  const snapshot = await page.getByRole('main').ariaSnapshot();
  assert.match(snapshot, /(Ada|Ben) wins|Draw|You win/);
  await part(ada, ben);
});

test('a game is played by touch in a window of 360 pixels', async () => {
  const { ada, path } = await hosted(SHORT);
  const ben = await company.join('Ben', path, SMALL, null, BY_TOUCH);
  await ben.page.getByRole('textbox', { name: 'Your name' }).fill('Ben');
  await ben.page.getByRole('button', { name: 'Join', exact: true }).tap();
  const tap = async (person, random) => {
    const before = await person.plies();
    for (let step = 0; step < 4; step += 1) {
      const { plies, offered } = await person.page.evaluate(nextChoices);
      if (plies > before || offered.length === 0) break;
      await person.page.getByTestId(offered[Math.floor(random() * offered.length)]).tap();
    }
    await person.untilPlies(before + 1);
  };
  await ben.page.getByTestId('board').waitFor();
  // Without a connection the page says so, and the board stays where it is.
  const place = () => ben.page.getByTestId('board').evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
  await ada.offered();
  const before = await place();
  await ben.page.context().setOffline(true);
  await ben.page.locator('[data-testid=connection]:not([data-state=connected])').waitFor({ state: 'attached' });
  assert.equal(await place(), before);
  await ben.page.context().setOffline(false);
  await ben.page.locator('[data-testid=connection][data-state=connected]').waitFor({ state: 'attached' });
  await playOut(ben, tap, ada, chance(11));
  await ben.assertFits();
  await part(ada, ben);
});

test('the table can be used by everybody with either look', async () => {
  const { ada, ben } = await company.seatTwo({}, PHONE);
  for (const { page } of [ada, ben]) {
    await page.getByTestId('board').waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('radio', { name: 'High' }).check({ force: true });
    await dialog.getByRole('radio', { name: 'Verdigris' }).check({ force: true });
    assert.deepEqual(await barriersInBoth(page), [], 'the settings over a game');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await barriersInBoth(page), [], 'a game in high contrast');
  }
  await part(ada, ben);
});
