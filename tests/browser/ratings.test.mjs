// Rated games: chosen, played, and what they change told at the table, on the players' pages and on the leaderboards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PHONE, opening, part } from './company.mjs';
import { SESSION_COOKIE } from './fronts.mjs';
import { Program } from './programs.mjs';

const { house, company } = await opening();

/** Opens the form for a new game with a clock, with the switch for rated games. */
async function form(person) {
  await person.page.getByRole('link', { name: 'More options' }).click();
  const found = person.page.getByRole('form', { name: 'New game' });
  await found.locator('label', { hasText: 'Live' }).first().click();
  return { found, rated: found.getByRole('switch', { name: /^Rated game/ }) };
}

/** Each moves once, in this order: only then does the game count. */
async function moveEach(...people) {
  for (const person of people) {
    assert.ok(await person.mayMove());
    await person.move(() => 0);
  }
}

async function resign(person) {
  await person.page.locator('[data-testid=board]').waitFor();
  await person.choose('Resign');
  await person.page.getByRole('group', { name: 'Resign this game?' }).getByRole('button').first().click();
}

/** What the result says of ratings, the winner's first, as it is read out. */
async function changes(person) {
  const told = person.page.getByTestId('result').getByTestId('rating-change');
  await told.nth(1).waitFor();
  return told.locator('.unseen').allTextContents();
}

/** The games listed on a player's page, on which other things are listed, too. */
function gamesOf(page) {
  return page.getByRole('region', { name: 'Finished games' }).locator('li.card');
}

/** Two programs play rated games against each other; the first wins all but every fourth. */
async function playRated(first, second, count) {
  for (let game = 0; game < count; game += 1) {
    const clock = { type: 'fischer', initial_s: 600, increment_s: 5 };
    const table = await first.open('martian-chess', { rated: true, clock });
    await second.sit(table);
    for (const program of [first, second]) await program.act(table);
    await (game % 4 === 3 ? first : second).request({ type: 'resign', table });
  }
}

test('a rated game changes ratings, and everything about them can be looked up', async () => {
  const ada = await company.join('Ada');
  const { found, rated } = await form(ada);
  assert.ok(!(await rated.isChecked()), 'casual, unless somebody wants it otherwise');
  await rated.check();
  await found.getByRole('button', { name: 'Open the table' }).click();
  await ada.sayName();
  const table = new URL(await ada.invitation()).pathname.split('/').at(-1);

  // Whoever thinks of joining knows what is at stake, in the lobby and at the table.
  const ben = await company.join('Ben', '', PHONE);
  const row = ben.page.getByTestId(`table-${table}`);
  await row.getByTestId('stakes').filter({ hasText: /^rated$/ }).waitFor();
  await row.getByRole('link', { name: /^Join/ }).click();
  await ben.page.getByTestId('stakes').filter({ hasText: /^rated$/ }).waitFor();
  await ben.takeSeat();
  await moveEach(ada, ben);
  await resign(ben);
  for (const person of [ada, ben]) {
    const [winner, loser] = await changes(person);
    assert.match(winner, /^\(now rated 1\d{3}, provisional, for the first time\)$/);
    assert.match(loser, /^\(now rated 1\d{3}, provisional, for the first time\)$/);
    assert.deepEqual(await barriersInBoth(person.page), [], 'a rated result');
  }

  // The rematch is rated, too: both come with a rating now, and one goes up and the other down.
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await ben.page.getByRole('button', { name: 'Join the rematch' }).click();
  for (const person of [ada, ben]) {
    for (const seat of [0, 1]) {
      await person.page.getByTestId(`seat-${seat}`).getByText(/^\(rated 1\d{3}, provisional\)$/).waitFor({ state: 'attached' });
    }
  }
  await moveEach(ben, ada);
  await resign(ada);
  const [winner, loser] = await changes(ben);
  assert.match(winner, /now rated 1\d{3}, provisional, up \d+/);
  assert.match(loser, /now rated 1\d{3}, provisional, down \d+/);
  // Looking back leaves it as it is, and so does the replay.
  await ben.page.getByTestId('first').click();
  await ben.page.getByRole('button', { name: 'Back to the end' }).click();
  assert.deepEqual(await changes(ben), [winner, loser]);
  await ben.page.getByRole('link', { name: 'Review', exact: true }).click();
  await ben.page.waitForURL(/\/games\//);
  assert.deepEqual(await changes(ben), [winner, loser]);

  // Names lead to their players.
  await ben.page.getByTestId('result').getByRole('link', { name: 'Ada' }).click();
  await ada.page.getByTestId('result').getByRole('link', { name: 'Ada' }).click();
  for (const { page } of [ada, ben]) {
    await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
    await page.getByTestId('rating-history').getByText(/^Game 2,/).waitFor();
    await gamesOf(page).nth(1).waitFor();
    assert.deepEqual(await barriersInBoth(page), [], 'a player');
  }
  const { page } = ada;
  await page.getByText('This is you.', { exact: false }).waitFor();
  // The curve is stepped through by keyboard, and can be read as a table.
  const slider = page.getByTestId('rating-history').getByRole('slider', { name: 'Game' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('rating-history').getByText(/^Game 1,/).waitFor();
  assert.match(await slider.getAttribute('aria-valuetext'), /^Game 1, .*: rated 1\d{3}, provisional, likely between/);
  await page.getByText('Show as table').click();
  assert.equal(await page.getByRole('table', { name: /^Ada at Martian Chess/ }).getByRole('row').count(), 3);
  const times = await page.getByTestId('both-times').textContent();
  assert.match(times.trim(), /^Today 1\d{3}\.\d\d ± \d{3}\.\d\d; the last game left ± \d{3}\.\d\d\.$/);
  assert.match(await page.getByRole('row').last().textContent(), /1\d{3}\.\d\d\s*\d{3}\.\d\d\s*0\.0[56]\d{4}$/);

  // Their games are narrowed by what is picked, and the address tells how.
  const filters = page.getByRole('search', { name: 'Games to show' });
  await filters.getByLabel('Result').selectOption({ label: 'Won' });
  await gamesOf(page).nth(1).waitFor({ state: 'detached' });
  assert.equal(await gamesOf(page).locator(`a[href$="games/${table}"]`).count(), 1);
  assert.equal(new URL(page.url()).search, '?result=won');
  await filters.getByLabel('Result').selectOption({ label: 'Drawn' });
  await page.getByText('No such game has been finished yet.').waitFor();
  await filters.getByRole('button', { name: 'Show all' }).click();
  await gamesOf(page).nth(1).waitFor();
  await page.getByRole('button', { name: 'Only games against Ben' }).first().click();
  await filters.getByLabel('Opponent').locator('option:checked').filter({ hasText: 'Against Ben' }).waitFor({ state: 'attached' });
  await page.waitForFunction(() => location.search.startsWith('?opponent='));
  assert.equal(await gamesOf(page).count(), 2);

  // Two games are too few to be listed: the page says so, and what to do about it.
  await page.getByRole('link', { name: 'Leaderboards', exact: true }).click();
  await page.getByText('Nobody is listed yet.', { exact: false }).waitFor();
  await page.getByTestId('provisional').getByText('you', { exact: true }).waitFor();
  assert.equal(await page.getByTestId('own-standing').count(), 0, 'whoever is on a list needs no word besides');
  assert.deepEqual(await barriersInBoth(page), [], 'a leaderboard without anybody');
  await page.getByRole('link', { name: 'Play a rated game' }).click();
  await page.waitForFunction(() => location.search === '?game=martian-chess&rated=true');
  assert.ok(await (await form(ada)).rated.isChecked());
  await part(ada, ben);
});

test('what cannot be rated is not, and it is told why', async () => {
  const ada = await company.join('Ada');
  const { found, rated } = await form(ada);
  await rated.check();
  await found.getByText('More options').click();
  const isPrivate = found.getByRole('switch', { name: /^Private table/ });
  await isPrivate.check();
  assert.ok(await rated.isDisabled());
  assert.ok(!(await rated.isChecked()));
  await found.getByText('A private game is always casual', { exact: false }).waitFor();
  assert.deepEqual(await barriersInBoth(ada.page), [], 'the form');
  await isPrivate.uncheck();
  assert.ok(await rated.isChecked(), 'what was wished is not forgotten');
  await found.locator('label', { hasText: 'Untimed' }).first().click();
  assert.ok(await rated.isDisabled());
  await found.getByText('A game without a clock is always casual', { exact: false }).waitFor();
  await found.locator('label', { hasText: 'Live' }).first().click();

  // Which games are of teams, only the house knows.
  await found.getByRole('group', { name: 'Players' }).getByText('4', { exact: true }).click();
  await found.locator('label', { hasText: 'Arcade' }).first().click();
  await found.getByRole('switch', { name: /^Teams/ }).check();
  await found.getByRole('button', { name: 'Open the table' }).click();
  await ada.sayName();
  await ada.page.getByRole('alert').filter({ hasText: 'games of teams and games of computers alone cannot be rated' }).waitFor();

  // What was chosen last is offered again.
  await ada.page.goto(house.url());
  assert.ok(await (await form(ada)).rated.isChecked());
  await part(ada);
});

test('a rated game against a computer is told apart, and changes ratings of its own', async () => {
  const ada = await company.join('Ada', '', PHONE);
  const { page } = ada;
  await page.getByRole('link', { name: /^Play the computer/ }).click();
  const form = page.getByRole('form', { name: 'Play the computer' });
  await form.getByRole('radio', { name: 'Martian Chess' }).check();
  await form.getByRole('group', { name: 'Players' }).getByText('2', { exact: true }).click();
  await form.getByRole('group', { name: 'How strong' }).getByRole('radio', { name: '2 Novice' }).check();
  // It brings a clock along, and says what it counts for.
  await form.getByText('More options').click();
  const rated = form.getByRole('switch', { name: /^Rated game/ });
  assert.equal(await rated.isChecked(), false, 'casual unless somebody wants it rated');
  await rated.check();
  await form.getByText('It counts for your rating against computers').waitFor();
  await form.getByText('More options').click();
  await form.getByText('10+10, rated, anyone may watch').waitFor();
  assert.deepEqual(await barriersInBoth(page), [], 'the form');
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.sayName();
  await page.getByTestId('stakes').filter({ hasText: /^rated against computers$/ }).waitFor();
  await moveEach(ada);
  assert.ok(await ada.mayMove());
  // What a computer would not agree to is not offered.
  await page.getByRole('button', { name: 'More…' }).click();
  await page.getByRole('button', { name: 'Offer a draw' }).waitFor();
  for (const name of ['Request takeback', 'Request pause']) assert.equal(await page.getByRole('button', { name }).count(), 0);
  await page.getByRole('button', { name: 'More…' }).click();
  assert.equal(await page.getByTestId('hint').count(), 0, 'no hints');
  await resign(ada);
  for (const change of await changes(ada)) assert.match(change, /^\(now rated 1\d{3}, provisional, for the first time\)$/);

  await page.getByTestId('result').getByRole('link', { name: 'Ada' }).click();
  const ratings = page.getByRole('list', { name: 'Ratings' });
  await ratings.getByRole('button', { name: /Martian Chess\s*against computers, 1 game/ }).waitFor();
  assert.deepEqual(await barriersInBoth(page), [], 'a player’s page');
  await gamesOf(page).getByRole('link', { name: /Computer 2$/ }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Computer 2' }).waitFor();
  await ratings.getByRole('button', { name: /against computers, 1 game/ }).waitFor();
  assert.deepEqual(await barriersInBoth(page), [], 'the page of a computer that is rated');

  await page.goto(house.url('leaderboards/martian-chess'));
  assert.equal(await page.getByTestId('own-standing').count(), 0, 'among people nothing is known of her');
  await page.getByRole('link', { name: /^against computers$/i }).click();
  await page.getByTestId('provisional').getByText('you', { exact: true }).waitFor();
  assert.equal(new URL(page.url()).search, '?pool=computers');
  assert.deepEqual(await barriersInBoth(page), [], 'the leaderboard against computers');
  await page.goto(house.url('games'));
  await page.getByRole('search', { name: 'Games to show' }).getByLabel('People or computers').selectOption({ label: 'With computers' });
  await page.locator('li.card').filter({ hasText: 'rated against computers' }).waitFor();
  assert.equal(new URL(page.url()).search, '?computers=true');
  await part(ada);
});

test('strangers who both want it rated find each other, and others are not taken along', async () => {
  const [ada, ben, eve] = [await company.join('Ada'), await company.join('Ben', '', PHONE), await company.join('Eve')];
  const quick = ({ page }) => page.getByTestId('quick');
  const game = 'Martian Mud Wrestling';
  for (const person of [ada, ben, eve]) await quick(person).getByRole('radio', { name: game }).check();
  for (const person of [ada, ben]) await quick(person).getByRole('switch', { name: /^Rated game/ }).check();
  await quick(ada).getByRole('radio', { name: /^5\+5/ }).check();
  await quick(ada).getByRole('button', { name: 'Play now' }).click();
  await ada.sayName();
  await ada.page.getByTestId('stakes').filter({ hasText: /^rated$/ }).waitFor();
  const table = new URL(ada.page.url()).pathname.split('/').at(-1);

  // The others see the table in the list, and only who wants the same sees somebody waiting.
  await eve.page.getByTestId(`table-${table}`).waitFor();
  assert.equal(await quick(eve).getByRole('radio', { name: /1 waiting/ }).count(), 0);
  await eve.page.getByRole('search', { name: 'Tables to show' }).getByLabel('Rated or casual').selectOption({ label: 'Casual' });
  await eve.page.getByTestId(`table-${table}`).waitFor({ state: 'detached' });
  assert.equal(new URL(eve.page.url()).search, '?rated=false');

  await quick(ben).getByRole('radio', { name: /1 waiting/ }).check();
  await quick(ben).getByRole('button', { name: 'Play now' }).click();
  await ben.sayName();
  assert.ok(await ada.mayMove());
  assert.equal(new URL(ben.page.url()).pathname, new URL(ada.page.url()).pathname);
  await part(ada, ben, eve);
});

test('a leaderboard lists who has played enough, and marks one’s own place', async (t) => {
  const [flo, gus] = [await Program.join(house, 'Flo'), await Program.join(house, 'Gus')];
  // However the test ends: whoever stays keeps it from ending at all.
  t.after(() => [flo, gus].forEach((program) => program.leave()));
  // Whoever has not is on a list of their own.
  await playRated(flo, gus, 2);
  const guest = await company.join('Guest', 'leaderboards/martian-chess');
  const newcomers = guest.page.getByTestId('provisional');
  await newcomers.getByTestId('newcomer-1').getByRole('link', { name: 'Flo' }).waitFor();
  assert.deepEqual(await barriersInBoth(guest.page), [], 'a provisional list');
  await part(guest);
  await playRated(flo, gus, 30);
  const { leaders } = await house.get('leaderboards/martian-chess');
  assert.deepEqual(leaders.map(({ player }) => player.name), ['Flo', 'Gus'], 'both have played enough');

  const seen = await company.join('Gus', 'about');
  await seen.page.context().addCookies([{ name: SESSION_COOKIE, value: gus.token, url: house.url() }]);
  for (const viewport of [undefined, PHONE]) {
    if (viewport) await seen.page.setViewportSize(viewport);
    await seen.page.goto(house.url('leaderboards/martian-chess'));
    await seen.page.getByTestId('leader-1').getByRole('link', { name: 'Flo' }).waitFor();
    await seen.page.getByTestId('leader-2').getByText('you', { exact: true }).waitFor();
    assert.equal(await seen.page.getByTestId('leader-1').getByText('you', { exact: true }).count(), 0);
    assert.deepEqual(await barriersInBoth(seen.page), [], 'a leaderboard');
    assert.equal(await seen.page.getByTestId('own-standing').count(), 0, 'who is listed needs no word besides');
  }
  await seen.page.getByRole('link', { name: /^three or more$/i }).click();
  await seen.page.getByText('Nobody is listed yet.', { exact: false }).waitFor();
  assert.equal(new URL(seen.page.url()).search, '?pool=more');

  // The games that made it so are found by what they were.
  await seen.page.goto(house.url('games?rated=true&reason=resigned&game=martian-chess'));
  await seen.page.locator('li.card').nth(19).waitFor();
  assert.deepEqual(await barriersInBoth(seen.page), [], 'the list of games');
  await seen.page.getByRole('button', { name: 'Older games' }).click();
  await seen.page.locator('li.card').nth(31).waitFor();
  await seen.page.goto(house.url('players/00000000-0000-4000-8000-000000000000'));
  await seen.page.getByRole('heading', { level: 1, name: 'Nobody here' }).waitFor();
  assert.deepEqual(await barriersInBoth(seen.page), [], 'nobody’s page');
  await part(seen);
});
