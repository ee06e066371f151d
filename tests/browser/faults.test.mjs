// What goes wrong around a page: no storage, a server that is late, wrong or newer, a clock that is hours off, more said than anybody
// can read, names as wide as they come, a second tab. It says in a plain sentence what has happened, and goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, SMALL, chance, opening, part, playOn, whoMoves } from './company.mjs';
import { lose, pair } from './programs.mjs';

const GAME = 'martian-chess';
const { house, company } = await opening();

/** A game that is listed. */
const { table, players } = await pair(house, GAME, ['Hal', 'Ida']);
await lose(players, table);
players.forEach((player) => player.leave());

const STORAGES = {
  forbidden: () =>
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('no storage here', 'SecurityError');
      },
    }),
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room left', 'QuotaExceededError');
    };
  },
};

for (const [how, storage] of Object.entries(STORAGES)) {
  test(`where storage is ${how} one plays with dice all the same, and is told what is not kept`, async () => {
    const ada = await company.join('Ada');
    const link = new URL(await ada.openTable({ game: 'Martian Backgammon' }));
    const ben = await company.joinWith('Ben', (page) => page.addInitScript(storage), house.path(link), PHONE);
    await ben.takeSeat();
    await playOn([ada, ben], 4, chance(5));
    await ben.page.getByTestId('dice-check').getByRole('button').click();
    await ben.page.getByText('This browser forgets its parts when the page is closed.').waitFor();
    await ben.page.goto(house.url('settings'));
    await ben.page.getByText('Dark', { exact: true }).click();
    await ben.page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await part(ada, ben);
  });
}

test('a list that the server does not give, or gives wrongly, is asked for again by a button', async () => {
  const ANSWERS = [
    ['is not there', (route) => route.abort('connectionrefused'), 'The server cannot be reached just now.'],
    ['is a proxy’s', (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Away</h1>' }), 'The server cannot be reached just now.'],
    ['is no JSON', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to this hotel</h1>' }), 'Something went wrong. Please try again.'],
    ['is something else', (route) => route.fulfill({ json: { hotel: 'welcome' } }), 'Something went wrong. Please try again.'],
  ];
  for (const [what, answer, words] of ANSWERS) {
    const eve = await company.joinWith('Eve', (page) => page.route('**/api/v1/matches?*', answer), 'games');
    await eve.page.getByText(words).waitFor();
    await eve.page.unroute('**/api/v1/matches?*');
    await eve.page.getByRole('button', { name: 'Try again' }).click();
    await eve.page.getByRole('link', { name: /Martian Chess/ }).first().waitFor();
    assert.equal(await eve.page.getByText(words).count(), 0, what);
    await part(eve);
  }
});

test('where a part of the first page cannot be fetched the others are there', async () => {
  const lost = /\/assets\/(LivingBoard|PuzzleOfTheDayCard)-/;
  const ada = await company.joinWith('Ada', (page) => page.route(lost, (route) => route.abort()));
  await ada.lookThrough();
  await ada.page.waitForLoadState('networkidle');
  await ada.page.getByRole('button', { name: 'Play now' }).click();
  await ada.sayName();
  await ada.page.waitForURL(/\/t\//);
  const others = ada.troubles.splice(0).filter((trouble) => !trouble.startsWith('Failed to load resource'));
  assert.deepEqual(others, []);
  await part(ada);
});

test('a server that takes its time is waited for, and the page says so', async () => {
  let answer;
  const late = new Promise((resolve) => (answer = resolve));
  const eve = await company.joinWith('Eve', (page) => page.route('**/api/v1/matches?*', (route) => late.then(() => route.continue())), 'games');
  await eve.page.getByRole('status').filter({ hasText: 'Fetching the games…' }).waitFor();
  answer();
  await eve.page.getByRole('link', { name: /Martian Chess/ }).first().waitFor();
  await part(eve);
});

/** Stands between a page and its server: what each message becomes, and ways to say something in the server's place or to keep it waiting. */
async function between(page, becomes = (text) => text) {
  const line = { opened: 0, kept: null };
  line.hold = () => (line.kept = []);
  line.release = () => {
    const { kept } = line;
    line.kept = null;
    kept.forEach((send) => send());
  };
  await page.routeWebSocket(/\/ws/, (socket) => {
    line.opened += 1;
    line.say = (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    socket.connectToServer().onMessage((text) => {
      const send = () => socket.send(becomes(text));
      if (line.kept) line.kept.push(send);
      else send();
    });
  });
  return line;
}

test('a newer server is told of, with a way to come along', async () => {
  const newer = (text) => text.replace(/"protocol":\d+/, '"protocol":99');
  const eve = await company.joinWith('Eve', (page) => between(page, newer));
  await eve.page.getByRole('alert').filter({ hasText: 'A new version is ready.' }).waitFor();
  await eve.page.getByRole('button', { name: 'Reload' }).waitFor();
  await part(eve);
});

test('what a server says that one does not know is let be, and what is no message is the end of a line', async () => {
  const { ada, path } = await company.seatTwo();
  let line;
  const eve = await company.joinWith('Eve', async (page) => (line = await between(page)), path);
  await eve.page.getByTestId('board').waitFor();
  line.say({ type: 'tomorrow', table: path.split('/').at(-1), whatever: [1, 2, 3] });
  line.say('<h1>Welcome to this hotel</h1>');
  await ada.move(chance(3));
  await eve.untilPlies(1);
  assert.equal(line.opened, 2, 'the line was begun anew, once');
  await part(eve, ada);
});

test('what was chosen stays as it is until it is answered, and nothing else can be chosen meanwhile', async () => {
  let line;
  const ada = await company.joinWith('Ada', async (page) => (line = await between(page)));
  const link = new URL(await ada.openTable());
  const ben = await company.join('Ben', house.path(link));
  await ben.takeSeat();
  assert.ok(await ada.mayMove());
  const movable = () => ada.page.locator('[data-movable=true]').evaluateAll((all) => all.map(({ dataset }) => dataset.testid));
  const before = await movable();
  line.hold();
  await ada.move(chance(3));
  await ada.page.locator('[data-testid=board][aria-busy=true]').waitFor();
  await ben.untilPlies(1);
  const board = () => ada.page.evaluate(() => [...document.querySelectorAll('[data-stack]')].map(({ dataset }) => dataset.stack).join(' '));
  const stands = await board();
  await ada.page.getByRole('status').filter({ hasText: 'One moment' }).waitFor();
  assert.deepEqual(await movable(), before);
  await ada.page.locator('[data-movable=true]').last().click();
  assert.equal(await ada.page.locator('[data-testid=ghost]').count(), 1, 'what is on its way is shown where it goes');
  assert.equal(await board(), stands);
  line.release();
  await ada.untilPlies(1);
  await ada.page.locator('[data-testid=board]:not([aria-busy])').waitFor();
  await playOn([ada, ben], 3, chance(5));
  await part(ada, ben);
});

test('with a clock that is hours off nobody’s time is told wrongly', async () => {
  const ada = await company.join('Ada');
  const link = new URL(await ada.openTable({ clock: ['Live', '5+5'] }));
  const ben = await company.joinWith('Ben', (page) => page.clock.install({ time: Date.now() - 7 * 3_600_000 }), house.path(link));
  await ben.takeSeat();
  await playOn([ada, ben], 4, chance(5));
  for (const { name, page } of [ada, ben]) {
    for (const seat of [0, 1]) {
      const left = await page.getByTestId(`clock-${seat}`).locator('[aria-hidden]').textContent();
      assert.match(left, /^[45]:\d\d$/, `on ${name}'s page`);
    }
  }
  await part(ada, ben);
});

test('of a thousand lines of chat the last ones are there, and one plays on', async () => {
  const ada = await company.join('Ada');
  const link = new URL(await ada.openTable());
  const here = link.pathname.split('/').at(-1);
  let line;
  const ben = await company.joinWith('Ben', async (page) => (line = await between(page)), house.path(link));
  await ben.takeSeat();
  await ben.page.getByTestId('board').waitFor();
  const player = { id: crypto.randomUUID(), name: 'Ada' };
  for (let n = 1; n <= 1000; n += 1) {
    const words = { type: 'text', text: `line ${n}` };
    line.say({ type: 'chat', table: here, room: 'players', lines: [{ n, ms: Date.now(), player, seat: 0, words }] });
  }
  await ben.page.getByRole('tab', { name: /^Chat/ }).click();
  await ben.page.getByTestId('chat-line').filter({ hasText: 'line 1000' }).waitFor();
  const shown = await ben.page.getByTestId('chat-line').count();
  assert.ok(shown <= 200, `${shown} lines are on the page`);
  await playOn([ada, ben], 2, chance(5));
  await part(ada, ben);
});

test('names of 24 wide letters break no page, on a small phone either', async () => {
  const [wide, wider] = ['漢'.repeat(24), 'Щ'.repeat(24)];
  const ada = await company.join(wide, '', SMALL);
  const link = new URL(await ada.openTable({ clock: ['Live', '5+5'] }));
  const ben = await company.join(wider, house.path(link), SMALL);
  await ben.takeSeat();
  await playOn([ada, ben], 4, chance(5));
  for (const person of [ada, ben]) await person.assertFits();
  await ada.resign();
  await ada.page.getByTestId('result').waitFor();
  const { seats } = await house.get(`matches/${link.pathname.split('/').at(-1)}`);
  assert.equal(seats[0].player.name, wide);
  for (const path of ['', 'games', 'wall', `players/${seats[0].player.id}`, 'friends']) {
    await ada.page.goto(house.url(path));
    await ada.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await ada.page.waitForLoadState('networkidle');
    const over = await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `/${path} is ${over} px too wide`);
  }
  await part(ada, ben);
});

test('two tabs of one person agree: what one has begun to pick is let go of when the other has moved', async () => {
  const { ada, ben } = await company.seatTwo({}, DESKTOP);
  assert.equal(await whoMoves([ada, ben]), ada);
  const tab = await ada.page.context().newPage();
  await tab.goto(ada.page.url());
  await tab.locator('[data-movable=true]').first().click();
  await tab.locator('[data-target=true]').first().waitFor();
  await ada.move(chance(3));
  await tab.locator('[data-target=true]').first().waitFor({ state: 'detached' });
  assert.equal(await tab.locator('[data-movable=true]').count(), 0);
  await ben.move(chance(4));
  for (const page of [ada.page, tab]) await page.locator('[data-movable=true]').first().waitFor();
  await part(ada, ben);
});

test('back and forward lead through every page as one came, whatever it was', async () => {
  const { ada, ben, path } = await company.seatTwo({}, DESKTOP);
  const { page } = ada;
  const seen = [];
  const note = async () => {
    const head = page.getByRole('heading', { level: 1 }).first();
    await head.waitFor({ state: 'attached' });
    seen.push([page.url(), await head.textContent()]);
  };
  const isSeen = async ([url, head], way) => {
    await page.waitForURL(url);
    await page.getByRole('heading', { level: 1, name: head }).first().waitFor({ state: 'attached' });
    assert.equal(page.url(), url, way);
  };
  await note();
  for (const name of ['Tournaments', 'Clubs', 'Wall', 'Games', 'Puzzles', 'Leaderboards', 'Rules', 'About', 'Friends', 'Settings', 'Tables']) {
    const before = page.url();
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await page.waitForURL((url) => url.href !== before);
    await note();
  }
  for (const known of seen.toReversed().slice(1)) {
    await page.goBack();
    await isSeen(known, 'back');
  }
  assert.ok(page.url().endsWith(path));
  await ada.move(chance(3));
  await ben.untilPlies(1);
  for (const known of seen.slice(1)) {
    await page.goForward();
    await isSeen(known, 'forward');
  }
  await part(ada, ben);
});
