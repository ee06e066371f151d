// What people say at a table: players and watchers apart, heard by those who may, and not by those who will not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PHONE, chance, opening, part } from './company.mjs';

const { house, company } = await opening();

/** Two sit down, one of them with a telephone, and somebody watches. */
async function three() {
  const { ada, ben, path } = await company.seatTwo();
  const eve = await company.join('Eve', path);
  assert.ok(await ada.mayMove());
  return [ada, ben, eve];
}

/** Unfolds the chat, beside the board or over it. */
async function unfold({ page }) {
  await page.getByRole('tab', { name: /^Chat/ }).or(page.getByTestId('chat-opener')).filter({ visible: true }).click();
  await page.getByTestId('chat').waitFor();
}

async function phrase({ page }, words) {
  await page.getByTestId('chat').getByRole('button', { name: words, exact: true }).click();
}

async function write({ page }, words) {
  await page.getByTestId('chat-field').fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** A line of the chat. */
function line({ page }, words) {
  return page.getByTestId('chat-line').filter({ hasText: words });
}

function unread({ page }) {
  return page.getByTestId('unread').filter({ visible: true });
}

test('players and watchers talk apart, and together once it is over', async () => {
  const [ada, ben, eve] = await three();
  await ben.assertFits();
  await unfold(ada);
  await phrase(ada, 'Hello!');
  await line(ada, 'Hello!').waitFor();
  await ben.hears('Ada says: Hello!');
  await unread(ben).filter({ hasText: '1' }).waitFor();
  assert.equal(await ben.page.getByTestId('chat').count(), 0, 'nothing covers the board');
  await unfold(ben);
  await line(ben, 'Hello!').waitFor();
  assert.deepEqual(await barriersInBoth(ben.page), [], 'the chat on a phone');
  await phrase(ben, 'Good luck, have fun!');
  await line(ada, 'Good luck').waitFor();
  assert.equal(await unread(ada).count(), 0, 'what is looked at is not new');
  await ben.page.keyboard.press('Escape');
  await ben.page.getByTestId('chat').waitFor({ state: 'detached' });
  assert.equal(await ben.page.evaluate(() => document.activeElement.dataset.testid), 'chat-opener');
  assert.equal(await unread(ben).count(), 0);

  // Who watches hears nothing of it, and says a name before saying anything.
  await unfold(eve);
  await eve.page.getByText('Nobody has said anything yet.').waitFor();
  await phrase(eve, 'Nicely played!');
  await eve.sayName();
  await line(eve, 'Nicely played!').waitFor();
  await line(eve, 'You').waitFor();
  assert.deepEqual(await barriersInBoth(eve.page), [], 'the chat beside the board');

  // Words of one's own are for those who have finished a game.
  await ada.page.getByTestId('chat-new').filter({ hasText: 'after your first finished game' }).waitFor();
  assert.equal(await ada.page.getByTestId('chat-field').count(), 0);

  // The talk outlives the page.
  await ada.page.reload();
  await unfold(ada);
  await line(ada, 'Good luck').waitFor();
  assert.equal(await line(ada, /./).count(), 2);

  await ada.mayMove();
  await ada.move(chance(1));
  await ben.untilPlies(1);
  await ben.move(chance(2));
  await ada.resign();
  for (const { page } of [ada, ben, eve]) await page.getByTestId('result').waitFor();
  assert.equal(await eve.page.getByRole('tab', { name: 'Players' }).count(), 0, 'what players said is theirs');
  await unfold(ben);
  await ben.page.getByRole('tab', { name: /^Watchers/ }).click();
  await line(ben, 'Nicely played!').waitFor();
  await phrase(ben, 'Thank you!');
  await line(eve, 'Thank you!').waitFor();
  await eve.hears('Ben, watching, says: Thank you!');

  // Now there is a finished game.
  await ada.page.getByTestId('chat-field').waitFor();
  await write(ada, 'Look at <b>this</b>: <img src=x onerror=alert(1)>');
  await ben.page.getByRole('tab', { name: /^Players/ }).click();
  await line(ben, 'Look at <b>this</b>: <img src=x onerror=alert(1)>').waitFor();
  assert.equal(await ben.page.locator('[data-testid=chat] img, [data-testid=chat] b').count(), 0);
  await write(ada, 'see https://example.org');
  await ada.page.getByRole('alert').filter({ hasText: 'without links' }).waitFor();
  await ada.page.getByTestId('chat-field').fill('word '.repeat(36));
  await ada.page.getByText('21 left').waitFor();
  await ada.page.getByTestId('chat-field').fill('x'.repeat(204));
  await ada.page.getByText('4 too many').waitFor();
  assert.ok(await ada.page.getByRole('button', { name: 'Send' }).isDisabled());
  assert.deepEqual(await barriersInBoth(ada.page), [], 'too long a text');
  await part(ada, ben, eve);
});

test('who is muted is not heard, and whoever wants no chat has none', async () => {
  const [ada, ben, eve] = await three();
  await unfold(ada);
  await unfold(ben);
  await phrase(ben, 'Oh!');
  await line(ada, 'Oh!').getByRole('button', { name: 'Ben' }).click();
  await ada.page.getByRole('button', { name: 'Mute Ben' }).click();
  await line(ada, 'Oh!').waitFor({ state: 'detached' });
  await ada.page.getByText('Ben is muted.').waitFor();
  await ada.page.getByRole('tab', { name: 'Moves' }).click();
  await phrase(ben, 'Sorry!');
  await line(ben, 'Sorry!').waitFor();
  await phrase(ben, 'Thank you!');
  await line(ben, 'Thank you!').waitFor();
  // Something that comes after it, to know that it has come.
  await ada.mayMove();
  await ada.move(chance(3));
  await ben.untilPlies(1);
  assert.equal(await unread(ada).count(), 0, 'nothing new from who is muted');
  assert.ok(!(await ada.page.getByTestId('announcer').textContent()).includes('says'), 'nor anything told');

  // It stays so, and what was said can be looked at all the same.
  await ada.page.reload();
  await unfold(ada);
  await ada.page.getByText('Ben is muted: 3 lines.').waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'somebody is muted');
  await ada.page.getByRole('button', { name: 'Show' }).click();
  await line(ada, 'Sorry!').getByRole('button', { name: 'Ben' }).click();
  await ada.page.getByRole('button', { name: 'Hear Ben again' }).click();

  await ada.page.getByRole('button', { name: 'Hide chat' }).click();
  await ada.page.getByText('The chat is off').waitFor();
  await ada.page.getByRole('tab', { name: 'Moves' }).click();
  await phrase(ben, 'One moment, please.');
  await line(ben, 'One moment').waitFor();
  await ben.mayMove();
  await ben.page.getByRole('button', { name: 'Close the chat' }).click();
  await ben.move(chance(4));
  await ada.untilPlies(2);
  assert.equal(await unread(ada).count(), 0);
  await unfold(ada);
  await ada.page.getByRole('button', { name: 'Turn it on' }).click();
  await line(ada, 'One moment').waitFor();
  await part(ada, ben, eve);
});

test('those who wait for a game talk already, and the count of watchers names them', async () => {
  const ada = await company.join('Ada');
  const path = house.path(await ada.openTable({ seats: 3 }));
  await ada.page.getByTestId('chat-opener').click();
  await phrase(ada, 'Hello!');
  await line(ada, 'Hello!').waitFor();
  const ben = await company.join('Ben', path, PHONE);
  await ben.takeSeat();
  // What was said at the table before he sat down is there for him, too.
  await ben.page.getByTestId('chat-opener').click();
  await line(ben, 'Hello!').waitFor();
  await phrase(ben, 'Hello!');
  await ada.hears('Ben says: Hello!');
  assert.deepEqual(await barriersInBoth(ben.page), [], 'a waiting table with a chat');

  const eve = await company.join('Eve', path);
  const fay = await company.join('Fay', path, PHONE);
  await eve.page.getByTestId('chat-opener').click();
  await phrase(eve, 'Hello!');
  await eve.sayName();
  const watchers = ada.page.getByTestId('watchers');
  await watchers.filter({ hasText: '2 people watching' }).waitFor();
  await watchers.click();
  const names = ada.page.getByRole('region', { name: 'Who watches' });
  await names.getByText('Eve').waitFor();
  await names.getByText('And 1 other.').waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the names of those who watch');
  await fay.page.goto(house.url());
  await watchers.filter({ hasText: '1 person watching' }).waitFor();
  await ada.page.keyboard.press('Escape');
  await names.waitFor({ state: 'detached' });
  await part(ada, ben, eve, fay);
});
