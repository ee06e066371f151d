// The board stays where it is: from the first action to the result nothing moves it, on a laptop and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, LYING, PHONE, SMALL, chance, opening, part, whoMoves } from './company.mjs';
import { shareOfCells } from './measures.mjs';
import { FULL_CARDS, Walk } from './walk.mjs';

const { house, company } = await opening();
const games = await house.get('games');

const OLDER = { width: 375, height: 667 };

/** Enough for dice to be rolled, stashes to shrink, pieces to be captured, and turns to be long. */
const PLIES = 16;

/** How much may shift from beginning to end, as browsers reckon it, who leave out what follows a person's own click at once. */
const SHIFT = 0.02;

/** The least share of a laptop's window that the cells of a board for two cover. */
const SHARES = { 'martian-frisby': 0.25 };
const SHARE = 0.45;

for (const { id, title } of games) {
  test(`${title}: the board stays where it is, from the first action to the result`, async () => {
    // With clocks, as cards have most to tell then.
    const { ada, ben } = await company.seatTwo({ game: title, clock: ['Live', '5+5'] });
    const players = [ada, ben];
    await Promise.all(players.map(({ page }) => page.getByTestId('board').waitFor()));
    assert.ok((await whoMoves(players)) !== null);
    for (const { page } of players) await page.evaluate(watch);

    const random = chance(id.length);
    for (let ply = 0; ply < PLIES; ply += 1) {
      await (await whoMoves(players)).anything(random);
      await Promise.all(players.map((person) => person.untilPlies(ply + 1)));
    }
    await ben.assertFits();
    // What is asked must be seen, and moves nothing.
    await ada.choose('Offer a draw');
    await ben.page.getByTestId('offer-draw').waitFor();
    await ben.page.getByRole('button', { name: 'Decline' }).click();
    // Looking back, and on again.
    await ben.page.getByTestId('back').click();
    await ben.page.getByRole('button', { name: 'Back to the game' }).click();
    await ada.resign();
    for (const { page } of players) await page.getByTestId('result').waitFor();

    for (const { name, page } of players) {
      const { places, shift, moved } = await page.evaluate(() => globalThis.seenOfBoard());
      assert.equal(places.length, 1, `${name}'s board stood at ${places.join(' and ')}`);
      assert.ok(shift <= SHIFT, `on ${name}'s page things moved by ${shift}: ${moved.join(', ')}`);
    }
    const share = await ada.page.evaluate(shareOfCells);
    const wanted = SHARES[id] ?? SHARE;
    console.log(`${title}: ${(share * 100).toFixed(1)} % of ${DESKTOP.width}×${DESKTOP.height}`);
    assert.ok(share >= wanted, `the cells cover ${share} of the window`);
    // On a phone the board goes from edge to edge, or else from the opponent's card down to one's own.
    const { x, width, height, room } = await ben.page.evaluate(roomOfBoard);
    assert.ok(width >= PHONE.width - 1 || height >= room - 1 || x < 1, `${width}×${height} of ${room}`);
    await part(...players);
  });
}

/** Boards of two that lie or stand, and such as stand beside the cards; and as many cards as there are. */
const TABLES = [
  ['martian-chess', 2],
  ['martian-go', 2],
  ['martian-frisby', 2],
  ['martian-backgammon', 2],
  ['branches-twigs-thorns', 3],
  ['branches-twigs-thorns', 6],
];

for (const [game, seats] of TABLES) {
  test(`${game}, ${seats} with clocks: every card has a name to read and a clock that is whole`, async () => {
    const walk = await Walk.begin(house, game, seats, FULL_CARDS);
    for (const viewport of [DESKTOP, PHONE, SMALL, OLDER, LYING]) {
      const { page } = await company.join('Eve', `t/${walk.table}`, viewport);
      await page.getByTestId('clock-0').waitFor();
      const cards = await page.evaluate(seenOfCards);
      assert.equal(cards.length, seats);
      const size = `${viewport.width}×${viewport.height}`;
      for (const { name, isRead, isWhole, isTold } of cards) {
        assert.deepEqual({ isRead, isWhole }, { isRead: true, isWhole: true }, `${name}, ${size}`);
        // Of two one sees what they have left, too, wherever it is.
        assert.ok(isTold || seats > 2, `${name}, ${size}: what they have is not seen`);
      }
      await page.context().close();
    }
    walk.end();
  });
}

/** Runs in the page: of each card whether its name can be read, its clock is inside it, and what lies beside the board, too. */
function seenOfCards() {
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  return [...document.querySelectorAll('section[data-owner]')].map((card) => {
    const name = card.querySelector('.name');
    const clock = card.querySelector('[role=timer]');
    card.scrollIntoView({ block: 'nearest' });
    const [inside, time] = [card.getBoundingClientRect(), clock.getBoundingClientRect()];
    const trays = [...card.querySelectorAll('[data-testid^=tray-]')].map((tray) => tray.getBoundingClientRect());
    return {
      name: name.textContent,
      isRead: name.scrollWidth <= name.clientWidth + 1 && name.contains(document.elementFromPoint(...middle(name.getBoundingClientRect()))),
      isTold: trays.every(({ height, bottom }) => height > 0 && bottom <= inside.bottom),
      isWhole: time.left >= inside.left && time.right <= inside.right && time.top >= inside.top && time.bottom <= inside.bottom,
    };
  });
}

/** Runs in the page: takes note of every place at which the board stands, and of all that shifts. */
function watch() {
  const places = new Set();
  const look = () => {
    const { x, y, width, height } = document.querySelector('[data-testid=board]').getBoundingClientRect();
    places.add([x + scrollX, y + scrollY, width, height].map((one) => one.toFixed(1)).join(' '));
    requestAnimationFrame(look);
  };
  look();
  let shift = 0;
  const moved = new Set();
  const note = (entries) => {
    for (const { value, sources, hadRecentInput } of entries) {
      if (hadRecentInput) continue;
      shift += value;
      for (const { node } of sources) moved.add(node?.className ?? node?.nodeName ?? '?');
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  globalThis.seenOfBoard = () => {
    note(observer.takeRecords());
    return { places: [...places], shift, moved: [...moved] };
  };
}

/** Runs in the page: how large the board is, and how much room there is from above to below. */
function roomOfBoard() {
  const { x, width, height } = document.querySelector('[data-testid=board]').getBoundingClientRect();
  return { x, width, height, room: document.querySelector('[data-testid=board-area]').clientHeight };
}
