// People at their browsers, and what they do there.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { House } from './house.mjs';

/** The sizes that people have: a laptop and a telephone. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** The system's Chromium; each person gets a context, and so cookies, of their own. */
export class Company {
  static async gather(house) {
    const company = new Company();
    company.house = house;
    company.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
    return company;
  }

  /** Somebody opens a page. Whatever goes wrong on it fails the test at the end. */
  async join(name, path = '', viewport = DESKTOP) {
    const context = await this.browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const person = new Person(name, page, this.house);
    page.on('pageerror', (error) => person.troubles.push(String(error)));
    page.on('console', (message) => {
      // A server that was killed on purpose is no fault of the page.
      const expected = /ERR_CONNECTION|WebSocket connection|status of (401|404|503)/;
      if (message.type() === 'error' && !expected.test(message.text())) person.troubles.push(message.text());
    });
    await page.goto(this.house.url(path));
    return person;
  }

  async part() {
    await this.browser.close();
  }
}

/** Opens a house with company in it, for all tests of one file, and closes it after them. */
export async function opening(base) {
  const house = await House.open(base);
  const company = await Company.gather(house).catch(async (error) => {
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

export class Person {
  constructor(name, page, house) {
    this.name = name;
    this.page = page;
    this.house = house;
    this.troubles = [];
  }

  /** Opens a table by the form and returns the link to send. */
  async openTable({ game = 'Martian Chess', seats = 2, options = [], isPrivate = false } = {}) {
    await this.page.getByRole('button', { name: 'New game' }).click();
    const form = this.page.getByRole('form', { name: 'New game' });
    await form.locator('label', { has: this.page.getByText(game, { exact: true }) }).click();
    await form.getByRole('group', { name: 'Players' }).getByText(String(seats), { exact: true }).click();
    for (const option of options) await form.locator('label', { hasText: option }).first().click();
    if (isPrivate) await form.getByRole('switch', { name: /private/i }).click();
    await form.getByRole('button', { name: 'Open the table' }).click();
    await this.sayName();
    const link = this.page.getByTestId('link');
    await link.waitFor();
    return link.inputValue();
  }

  /** Answers the question for a name, if it is asked. */
  async sayName() {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(this.name);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  }

  async takeSeat() {
    await this.page.getByRole('button', { name: 'Take a seat' }).click();
    await this.sayName();
  }

  /** What stands on every space, as text: the position that this person sees. */
  position() {
    return this.page
      .getByTestId('board')
      .locator('[data-stack]')
      .evaluateAll((spaces) =>
        spaces.map((space) => `${space.dataset.testid}=${space.dataset.stack}`).sort().join(' '),
      );
  }

  /** How many moves the list shows. */
  plies() {
    return this.page.getByTestId('ply').count();
  }

  async untilPlies(count) {
    await this.page.waitForFunction(
      (wanted) => document.querySelectorAll('[data-testid=ply]').length >= wanted,
      count,
    );
  }

  /** Whether it is this person's turn, or else the game is over; waits for either. */
  async mayMove() {
    const movable = this.page.locator('[data-movable=true]').first();
    const result = this.page.getByTestId('result');
    await movable.or(result).first().waitFor();
    return !(await result.isVisible());
  }

  /** Picks a piece that may move, then a place where it may go, by clicking. */
  async move(random) {
    const spaces = () => this.page.getByTestId('board');
    await pick(spaces().locator('[data-movable=true]'), random);
    await spaces().locator('[data-target=true]').first().waitFor();
    await pick(spaces().locator('[data-target=true]'), random);
  }

  /** Rolls if dice are due, and else picks whatever is offered, step by step, until an action has been taken. */
  async anything(random) {
    const before = await this.plies();
    const roll = this.page.getByRole('button', { name: 'Roll the dice' });
    const targets = this.page.locator('[data-testid=board] [data-target=true]');
    const beginnings = this.page.locator('[data-testid=board] [data-movable=true]');
    const buttons = this.page.locator('button[data-testid^=token-]');
    await roll.or(targets).or(beginnings).or(buttons).first().waitFor();
    if (await roll.isVisible()) {
      await roll.click();
    } else {
      // Three steps are the longest action; a step with one choice only is taken by itself.
      for (let step = 0; step < 4 && (await this.plies()) === before; step += 1) {
        // Once a space is picked, a piece may be next, which lies beside the board.
        const begun = await this.page.locator('[data-testid=board] [data-picked=true]').count();
        const ways = begun ? [targets, buttons] : [targets, beginnings, buttons];
        let offered = ways[0];
        for (const way of ways.toReversed()) if (await way.count()) offered = way;
        if ((await offered.count()) === 0) break;
        const place = Math.floor(random() * (await offered.count()));
        await offered.nth(place).click();
      }
    }
    await this.untilPlies(before + 1);
  }

  assertNoTroubles() {
    assert.deepEqual(this.troubles, [], `${this.name}'s page had no trouble`);
  }
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
