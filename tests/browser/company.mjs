// People at their browsers, and what they do there.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { FRONT, IS_PROXY } from './fronts.mjs';
import { House } from './house.mjs';
import { lookThrough } from './measures.mjs';

/** The sizes that people have: a laptop and a telephone. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** Whether what other tests try as well is left out. */
export const IS_SHORT = process.env.CYDONIA_SHORT === 'yes';
/** Those at which a test of a whole way is run: all, or the smaller one, as every page and state is looked at in both by itself. */
export const SIZES = [['desktop', DESKTOP], ['phone', PHONE]].slice(IS_SHORT ? 1 : 0);
/** A telephone on its side. */
export const LYING = { width: 844, height: 390 };

/** A small telephone, as its browser tells of it. */
export const SMALL = { width: 360, height: 640 };
export const BY_TOUCH = { hasTouch: true, isMobile: true };

/** One that nobody guesses soon. */
export const PASSWORD = 'crow on the chimney';

/** The system's Chromium without the windows round a page, which is a third faster, and with them. */
const SHELL = process.env.CHROMIUM_SHELL ?? '/usr/bin/chromium-headless-shell';
const WHOLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * What the browser does besides showing pages: for each of them it would start a process for the next one, and for each window load
 * two pages of its own for its address bar. Naming these replaces those that Playwright names, so they are named here, too.
 */
const UNWANTED = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/**
 * In seconds: shorter than a line may be open without a request, which would be closed under one that is just on its way, and than a
 * page that has nothing to say may be silent.
 */
const STEP = 9;

/** One browser; each person gets a context, and so cookies, of their own. It is `whole` where notifications are asked for, time is taken, or pictures are. */
export class Company {
  static async gather(house, { whole = false } = {}) {
    const company = new Company();
    company.house = house;
    company.people = [];
    company.browser = await chromium.launch({
      executablePath: whole ? WHOLE : SHELL,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${UNWANTED.join()}`,
        // A name as in a home network: to the browser only localhost is as good as https.
        '--host-resolver-rules=MAP cydonia.test 127.0.0.1',
        // The certificate is nobody's but the test's.
        ...(FRONT ? ['--ignore-certificate-errors'] : []),
      ],
    });
    return company;
  }

  /** Somebody opens a page. Whatever goes wrong on it fails the test at the end. */
  async join(name, path = '', viewport = DESKTOP, seed = null, device = {}) {
    const context = await this.browser.newContext({ viewport, reducedMotion: 'reduce', ...device });
    if (seed !== null) await context.addInitScript(knownSeed, seed);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const person = new Person(name, page, this.house);
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => person.hear(String(payload))));
    page.on('pageerror', (error) => person.troubles.push(String(error)));
    page.on('console', (message) => {
      // A server that was killed on purpose is no fault of the page, and one on plain http none of anybody's.
      const expected =
        /ERR_CONNECTION|WebSocket connection|status of (401|404|503)|Cross-Origin-Opener-Policy header has been ignored/;
      // Nor is what a proxy says for that server.
      const isExpected = expected.test(message.text()) || (IS_PROXY && message.text().includes('status of 502'));
      if (message.type() === 'error' && !isExpected) person.troubles.push(message.text());
      if (message.type() === 'warning') person.warnings.push(message.text());
    });
    await page.goto(this.house.url(path));
    this.people.push(person);
    return person;
  }

  /** The same to a page on which something is different from the beginning. */
  async joinWith(name, different, path = '', viewport = DESKTOP) {
    const person = await this.join(name, 'about', viewport);
    await different(person.page);
    await person.page.goto(this.house.url(path));
    return person;
  }

  /** Ada opens a table, and Ben takes the seat beside hers; where under the house's address they find it. */
  async seatTwo(wishes = {}, viewport = PHONE) {
    const ada = await this.join('Ada');
    const path = (await ada.openTable(wishes)).slice(this.house.url().length);
    const ben = await this.join('Ben', path, viewport);
    await ben.takeSeat();
    return { ada, ben, path };
  }

  /** Ada and Ben play so many actions and rolls, and Ada gives up; the game's id. */
  async playSome(game, actions) {
    const random = chance(7);
    const { ada, ben } = await this.seatTwo({ game });
    await playOn([ada, ben], actions, random);
    await ada.resign();
    await ada.page.getByTestId('result').waitFor();
    return { ada, ben, id: new URL(ada.page.url()).pathname.split('/').at(-1) };
  }

  /**
   * Has so many seconds go by in a house whose clock is frozen, in steps after each of which every page that is open has
   * said something and been told the time: whoever says nothing for longer is taken for gone.
   */
  async moveOn(seconds) {
    const open = this.people.filter(({ page }) => !page.isClosed() && page.url().startsWith(this.house.url()));
    for (let left = seconds; left > 0; left -= STEP) {
      const step = Math.min(left, STEP);
      const now = Math.max(...open.map(({ houseMs }) => houseMs)) + step * 1000;
      await this.house.moveOn(step);
      await Promise.all(open.map((person) => person.untilHouseIsAt(now)));
    }
  }

  async part() {
    await this.browser.close();
  }
}

/** Makes a page's 32 random bytes, of which a seat's seed is made, ones that are known beforehand. */
function knownSeed(byte) {
  const draw = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(byte) : draw(bytes));
}

/** Two play at a private table, after so many moves. */
export async function playing(company, plies, wishes = {}) {
  const { ada, ben } = await company.seatTwo({ isPrivate: true, ...wishes });
  await playOn([ada, ben], plies, chance(7));
  return { ada, ben };
}

/** Makes an account of whoever is at a page. */
export async function register({ page }) {
  const body = JSON.stringify({ password: PASSWORD });
  const status = await page.evaluate(
    async (body) => (await fetch('api/v1/account/password', { method: 'PUT', body })).status,
    body,
  );
  assert.equal(status, 200);
}

/** A picture of somebody's whole page to be looked at, where a folder for it is named. */
export async function picture({ page }, name) {
  const folder = process.env.CYDONIA_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Opens a house with company in it, for one test or all tests of one file, and closes it after them. */
export async function opening(wishes, browser) {
  const house = await House.open(wishes);
  const company = await Company.gather(house, browser).catch(async (error) => {
    // Without a browser there is no test, and nobody else would close the house.
    await house.close();
    throw error;
  });
  after(async () => {
    await company.part();
    await house.close();
  });
  return { house, company };
}

/** While nothing that was chosen is on its way. */
const IDLE = 'body:not(:has([data-testid=board][aria-busy=true]))';
/** What may move. */
export const MOVABLE = `${IDLE} [data-testid=board] [data-movable=true]`;
/** What can be picked. */
export const OFFERED = `${MOVABLE}, ${IDLE} [data-testid=board] [data-target=true], ${IDLE} button[data-testid^=token-]`;
/** What of it takes a press already. */
const PRESSABLE = `${OFFERED}:enabled`;

export class Person {
  constructor(name, page, house) {
    this.name = name;
    this.page = page;
    this.house = house;
    this.troubles = [];
    this.warnings = [];
    /** What time it was at the house when it last said so to this page, in milliseconds since 1970. */
    this.houseMs = 0;
  }

  /** Takes note of what the house says to this page. */
  hear(text) {
    const { type, ms } = JSON.parse(text);
    if ((type === 'hello' || type === 'ok') && ms) this.houseMs = ms;
  }

  /** Looks at all of a page, down to its foot and back: what is further down is fetched when one comes there. */
  async lookThrough() {
    await this.page.evaluate(lookThrough);
  }

  /** Has the page ask what time it is at the house, until it is that time: its line may just be coming back. */
  async untilHouseIsAt(ms) {
    for (const from = performance.now(); this.houseMs < ms; ) {
      assert.ok(performance.now() - from < 20_000, `${this.name}'s page is told the time`);
      await this.page.evaluate(() => dispatchEvent(new Event('online')));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Opens a table by the form and returns the link to send. */
  async openTable({ game = 'Martian Chess', seats = 2, options = [], clock = [], isPrivate = false } = {}) {
    await this.page.getByRole('link', { name: 'More options' }).click();
    const form = this.page.getByRole('form', { name: 'New game' });
    await form.locator('label', { has: this.page.getByText(game, { exact: true }) }).click();
    await form.getByRole('group', { name: 'Players' }).getByText(String(seats), { exact: true }).click();
    if (options.length > 0 || isPrivate) await form.getByText('More options').click();
    for (const option of options) await form.locator('label', { hasText: option }).first().click();
    for (const choice of clock) await form.locator('label', { hasText: choice }).click();
    if (isPrivate) await form.getByRole('switch', { name: /private/i }).click();
    await form.getByRole('button', { name: 'Open the table' }).click();
    await this.sayName();
    return this.invitation();
  }

  /** The link that one is shown to send, by the table's id: its short address is resolved, so that the table can be told in lists. */
  async invitation() {
    const field = this.page.getByTestId('link');
    await field.waitFor();
    const link = new URL(await field.inputValue());
    const [path, code] = /([^/]*)$/.exec(link.pathname);
    const { table } = await this.house.get(`codes/${code}`);
    link.pathname = link.pathname.slice(0, -path.length) + table;
    return link.href;
  }

  /** Answers the question for a name, if it is asked. */
  async sayName() {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(this.name);
    // In whatever language the page is.
    await dialog.locator('button.strong').click();
  }

  async takeSeat() {
    const form = this.page.getByTestId('join');
    await form.getByRole('textbox').fill(this.name);
    await form.getByRole('button').click();
    // What is below moves up with it: nothing else is pressed before it is gone.
    await form.waitFor({ state: 'detached' });
  }

  /** Picks one of the things that a player can do besides moving. */
  async choose(what) {
    await this.page.getByRole('button', { name: 'More…' }).click();
    await this.page.getByRole('button', { name: what, exact: true }).click();
  }

  /** Gives up the game that is on. */
  async resign() {
    await this.choose('Resign');
    await this.page.getByRole('button', { name: 'Yes, resign' }).click();
  }

  /** What lies on every space and in every tray, as text: the position that this person sees. */
  position() {
    return this.page.evaluate(seen);
  }

  async untilPosition(position) {
    await this.page.waitForFunction(`(${seen})() === ${JSON.stringify(position)}`);
  }

  /** The faces of the dice, in the order rolled. */
  dice() {
    return this.page.locator('[data-face]').evaluateAll((dice) => dice.map(({ dataset }) => Number(dataset.face)));
  }

  /** Rolls the dice, as soon as they may be rolled. */
  async roll() {
    await rollButton(this).click();
  }

  /** The tokens that can be picked now, on the board and beside it; waits until some can. */
  async offered() {
    const places = this.page.locator(OFFERED);
    await places.first().waitFor();
    const ids = await places.evaluateAll((all) => all.map((place) => place.dataset.testid));
    return new Set(ids.map((id) => id.replace(/^(space|token)-/, '')));
  }

  /** Clicks one token of an action, unless it was the only one to begin with and has been picked by itself. */
  async pick(token) {
    const place = this.page.locator(`[data-testid=space-${token}], [data-testid=token-${token}]`);
    if ((await place.getAttribute('data-picked')) !== 'true') await place.click();
  }

  /** How many moves the list is of; of a long game it shows some. */
  plies() {
    return this.page.evaluate(() => Number(document.querySelector('[data-plies]')?.dataset.plies ?? 0));
  }

  async untilPlies(count) {
    await this.page.waitForFunction(
      (wanted) => Number(document.querySelector('[data-plies]')?.dataset.plies ?? 0) >= wanted,
      count,
    );
  }

  /** Whether it is this person's turn, or else the game is over; waits for either. */
  mayMove() {
    return this.#comesBeforeResult(this.page.locator(MOVABLE).first());
  }

  /** The same where dice may be due, or something else than a piece be picked. */
  mayGoOn() {
    return this.#comesBeforeResult(this.page.locator(OFFERED).or(rollButton(this)));
  }

  async #comesBeforeResult(place) {
    const result = this.page.getByTestId('result');
    await place.or(result).first().waitFor();
    return !(await result.isVisible());
  }

  /** Picks a piece that may move, then a place where it may go, by clicking. */
  async move(random) {
    const spaces = () => this.page.getByTestId('board');
    await pick(this.page.locator(MOVABLE), random);
    await spaces().locator('[data-target=true]').first().waitFor();
    await pick(spaces().locator('[data-target=true]'), random);
  }

  /** Rolls if dice are due, and else picks whatever is offered, step by step, until an action has been taken. */
  async anything(random) {
    const before = await this.plies();
    const roll = rollButton(this);
    await roll.or(this.page.locator(PRESSABLE)).first().waitFor();
    if (await roll.isVisible()) {
      await roll.click();
    } else {
      // Three steps are the longest action; a step with one choice only is taken by itself.
      for (let step = 0; step < 4; step += 1) {
        const { plies, offered } = await this.page.evaluate(nextChoices);
        // An answer may come at any moment, and what is offered then is the next action's.
        if (plies > before || offered.length === 0) break;
        await this.page.getByTestId(offered[Math.floor(random() * offered.length)]).click();
      }
    }
    await this.untilPlies(before + 1);
  }

  /** All that is needed to play is on one screen, and the page goes on no longer than what is on it. */
  async assertFits() {
    const { outside, wider, longer } = await this.page.evaluate(() => {
      scrollTo(0, 0);
      const needed = '[data-testid=board], [data-testid^=seat-], [data-face], button[data-testid^=token-], .roll, [data-testid=back]';
      const places = [...document.querySelectorAll(needed)].map((one) => [one, one.getBoundingClientRect()]);
      const within = ({ top, left, right, bottom }) => top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
      const page = document.documentElement;
      return {
        outside: places.filter(([, box]) => !within(box)).map(([one]) => one.dataset.testid ?? one.className),
        wider: page.scrollWidth > innerWidth,
        longer: page.scrollHeight - document.querySelector('main').getBoundingClientRect().bottom,
      };
    });
    assert.deepEqual(outside, [], `${this.name} sees all at once`);
    assert.ok(!wider && longer < 1, `${this.name}'s page ends where it should, not ${longer} further down`);
  }

  /** Waits until something is said to those who listen. */
  async hears(words) {
    await this.page.getByTestId('announcer').filter({ hasText: words }).waitFor({ state: 'attached' });
  }

  assertNoTroubles() {
    assert.deepEqual(this.troubles, [], `${this.name}'s page had no trouble`);
  }
}

export function rollButton({ page }) {
  return page.getByRole('button', { name: 'Roll the dice' });
}

/** People go home, if nothing went wrong on their pages. */
export async function part(...people) {
  for (const person of people) {
    person.assertNoTroubles();
    await person.page.context().close();
  }
}

/** So many actions and rolls, each by whoever it is up to, and seen by all. */
export async function playOn(players, actions, random) {
  for (let done = 0; done < actions; done += 1) {
    const mover = await whoMoves(players);
    await mover.anything(random);
    const plies = await mover.plies();
    await Promise.all(players.map((person) => person.untilPlies(plies)));
  }
}

/** Whoever's card is marked as to move; nobody if the game is over. */
export async function whoMoves(players) {
  const { page } = players[0];
  await page.locator('[data-testid=result], [data-testid^=seat-][data-turn=true]').first().waitFor();
  if (await page.getByTestId('result').isVisible()) return null;
  const seat = await page.locator('[data-testid^=seat-][data-turn=true]').getAttribute('data-testid');
  return players[Number(seat.slice('seat-'.length))];
}

/** What a page offers for the next step of an action, and how many moves it shows: both at the same moment. */
export function nextChoices() {
  const ids = (selector) => [...document.querySelectorAll(selector)].map(({ dataset }) => dataset.testid);
  const board = (what) => ids(`[data-testid=board] [data-${what}=true]`);
  const buttons = ids('button[data-testid^=token-]:enabled');
  // Once a space is picked, a piece may be next, which lies beside the board.
  const ways = [board('target'), board('picked').length > 0 ? [] : board('movable'), buttons];
  const isSent = document.querySelector('[data-testid=board][aria-busy=true]') !== null;
  return {
    plies: Number(document.querySelector('[data-plies]')?.dataset.plies ?? 0),
    offered: isSent ? [] : (ways.find((way) => way.length > 0) ?? []),
  };
}

/** The position that a page shows, as text. */
function seen() {
  const places = [...document.querySelectorAll('[data-testid=board] [data-stack], [data-testid^=tray-]')];
  return places.map(({ dataset }) => `${dataset.testid}=${dataset.stack ?? dataset.pieces}`).sort().join(' ');
}

/** Clicks one of the places, anywhere in the middle of it. */
async function pick(places, random) {
  const count = await places.count();
  await places.nth(Math.floor(random() * count)).click();
}

/** Chance that repeats: the same seed plays the same game. */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
