// Prints how fast and how large the page is, as a table:
//
//     npm run figures [words that a figure's name must contain]
//
// Everything is measured in a real browser, on a house of its own on this machine. Whatever else the machine does makes the times
// longer, never shorter; sizes, counts and shares do not depend on it. The yardstick, the same work at the beginning and at the end,
// tells how fast the machine was meanwhile: times of two runs compare as far as their yardsticks do.

import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Company, DESKTOP, PHONE, chance, whoMoves } from './company.mjs';
import { House } from './house.mjs';
import * as measures from './measures.mjs';
import { FULL_CARDS, Walk } from './walk.mjs';

const SLOWER = 4;
/** Over how many steps a mean is taken. */
const STEPS = 20;
/** So many steps come first at the same pace: after a hundred at once a browser tidies up. */
const WARM = 10;
const STEP_MS = 100;
const MOVES = 40;
/** A frame that takes longer is seen to. */
const LONG_FRAME_MS = 50;
const CLIENT = fileURLToPath(new URL('../../web-client', import.meta.url));

const wanted = process.argv.slice(2).join(' ');
// Programs play there as fast as they can.
const house = await House.open({ messages: 1000 });
const company = await Company.gather(house, { whole: true });
const games = await house.get('games');

const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const percent = (part) => `${(part * 100).toFixed(1)} %`;
const quantile = (values, at) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))];
const halfAndMost = (values) => `${ms(quantile(values, 0.5))} / ${ms(quantile(values, 0.9))}`;

/** A page of its own that brings its instruments along. */
async function open(path, { viewport = DESKTOP, slower = 1, motion = 'reduce' } = {}, ...instruments) {
  const context = await company.browser.newContext({ viewport, reducedMotion: motion });
  for (const instrument of [measures.knowPainted, ...instruments]) await context.addInitScript(instrument);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  // What the processor did for a page, and not how long it had to wait for one.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(house.url(path));
  return { page, devtools, close: () => context.close() };
}

/** For how long the processor has worked on the page's main thread so far, in milliseconds. */
async function worked({ devtools }) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

/** Without looking at the page again and again, which would be part of what is measured. */
function untilPlies({ page }, count) {
  return page.evaluate(measures.pliesAre, count);
}

/** Two people at their pages, with instruments, at a new table. */
async function seated(wishes, ...instruments) {
  const ada = await company.join('Ada');
  const path = (await ada.openTable(wishes)).slice(house.url().length);
  const ben = await company.join('Ben', path, PHONE);
  for (const { page } of [ada, ben]) {
    for (const instrument of [measures.knowPainted, ...instruments]) await page.addInitScript(instrument);
    await page.reload();
  }
  await ben.takeSeat();
  return [ada, ben];
}

async function away(...people) {
  for (const { page } of people) await page.context().close();
}

/** Work that depends on the machine alone. */
async function yardstick() {
  const blank = await company.browser.newPage();
  const times = [];
  for (let round = 0; round < 5; round += 1) times.push(await blank.evaluate(measures.workedAlone));
  await blank.close();
  return [['yardstick: a fixed computation in the browser (p50 / most)', `${ms(quantile(times, 0.5))} / ${ms(Math.max(...times))}`]];
}

async function firstLoad() {
  const told = execFileSync('node', ['weight.js'], { cwd: CLIENT, encoding: 'utf8' });
  return told.trimEnd().split('\n').map((line) => {
    const [, kilobytes, what] = /^\s*([\d.]+) KB\s+(.*)$/.exec(line);
    return [`first load, ${what}`, `${kilobytes} KB`];
  });
}

async function usable() {
  const times = [];
  for (let visit = 0; visit < 5; visit += 1) {
    const visitor = await open('', { viewport: PHONE, slower: SLOWER }, measures.noteUsable);
    await visitor.page.waitForFunction(() => globalThis.usable > 0);
    times.push(await visitor.page.evaluate(() => globalThis.usable));
    await visitor.close();
  }
  return [[`home on a phone, ${SLOWER} times slower: usable after (p50 / most)`, `${ms(quantile(times, 0.5))} / ${ms(Math.max(...times))}`]];
}

async function shiftOfHome() {
  const visitor = await open('', { viewport: PHONE, slower: SLOWER }, measures.noteShifts);
  await visitor.page.waitForLoadState('networkidle');
  await visitor.page.evaluate(measures.lookThrough);
  await visitor.page.getByTestId('featured').waitFor();
  await visitor.page.getByTestId('puzzle-of-the-day').waitFor();
  const { all } = await visitor.page.evaluate(() => globalThis.shifts);
  await visitor.close();
  return [['layout shift, home on a phone', all.toFixed(3)]];
}

async function shiftOfFrisby() {
  const players = await seated({ game: 'Martian Frisby' }, measures.noteShifts);
  const [, ben] = players;
  const random = chance(3);
  await ben.page.getByTestId('board').waitFor();
  // What is measured is the game, not the coming to it.
  await ben.page.evaluate(() => Object.assign(globalThis.shifts, { all: 0, unasked: 0 }));
  for (let ply = 0; ply < STEPS; ply += 1) {
    await (await whoMoves(players)).anything(random);
    await Promise.all(players.map((person) => person.untilPlies(ply + 1)));
  }
  const { all, unasked } = await ben.page.evaluate(() => globalThis.shifts);
  await away(...players);
  return [
    ['layout shift, Frisby on a phone, what no click asked for', unasked.toFixed(3)],
    ['layout shift, Frisby on a phone, in all', all.toFixed(3)],
  ];
}

async function clickToPainted() {
  const players = await seated({}, measures.noteMoves);
  const random = chance(11);
  const moves = [];
  while (moves.length < MOVES && (await whoMoves(players)) !== null) {
    const mover = await whoMoves(players);
    const other = players.find((one) => one !== mover);
    const ply = (await mover.plies()) + 1;
    if (!(await mover.mayMove())) break;
    await mover.move(random);
    await other.page.waitForFunction((ply) => globalThis.noted.moves[ply]?.painted, ply);
    const { clicked, sent } = await mover.page.evaluate(() => globalThis.noted);
    moves.push({ clicked, sent, ...(await other.page.evaluate((ply) => globalThis.noted.moves[ply], ply)) });
    await mover.untilPlies(ply);
  }
  await away(...players);
  const between = (from, to) => halfAndMost(moves.map((move) => move[to] - move[from]));
  return [
    [`click to painted on the other's page, ${moves.length} moves (p50 / p90)`, between('clicked', 'painted')],
    ['  click to sent', between('clicked', 'sent')],
    ['  sent to come: the wire and the house', between('sent', 'came')],
    ['  come to changed: the page’s own work', between('came', 'changed')],
    ['  changed to painted', between('changed', 'painted')],
  ];
}

/** A watched game that grows: what a step costs early and late, and how large the page is. */
async function growth() {
  const walk = await Walk.begin(house, 'martian-frisby');
  const onlooker = await open(`t/${walk.table}`);
  await untilPlies(onlooker, 0);
  const rows = [];
  const atPace = async (count) => {
    for (let step = 0; step < count; step += 1) {
      await walk.step();
      // Long enough for a frame of its own. To ask the page for it would be part of what is measured.
      await pause(STEP_MS);
    }
    await untilPlies(onlooker, walk.steps);
  };
  for (const end of [50, 500, 2000]) {
    // Not faster than a page that is slow can follow.
    while (walk.steps < end - STEPS - WARM) {
      await walk.to(Math.min(walk.steps + 100, end - STEPS - WARM));
      await untilPlies(onlooker, walk.steps);
    }
    await atPace(WARM);
    const before = await worked(onlooker);
    await atPace(STEPS);
    const each = ((await worked(onlooker)) - before) / STEPS;
    rows.push([`processor time a step, at ${walk.steps} steps`, ms(each)]);
    if (end === 500) {
      const elements = await onlooker.page.evaluate(() => document.querySelectorAll('*').length);
      rows.push([`elements in the page after ${walk.steps} steps`, String(elements)]);
    }
  }
  walk.end();
  await onlooker.close();
  return rows;
}

async function framesOfSix() {
  const walk = await Walk.begin(house, 'martian-chess', 6);
  const onlooker = await open(`t/${walk.table}`, { slower: SLOWER, motion: 'no-preference' });
  await onlooker.page.getByTestId('board').waitFor();
  await onlooker.page.evaluate(measures.noteFrames);
  for (let step = 0; step < MOVES; step += 1) {
    await walk.step();
    await untilPlies(onlooker, walk.steps);
    await onlooker.page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  }
  const frames = await onlooker.page.evaluate(() => globalThis.frames);
  walk.end();
  await onlooker.close();
  const long = frames.filter((frame) => frame > LONG_FRAME_MS).length;
  return [[`frames over ${LONG_FRAME_MS} ms, six seats, ${SLOWER} times slower`, `${long} of ${frames.length}: ${percent(long / frames.length)}`]];
}

async function shares() {
  const rows = [];
  for (const { id, title } of games) {
    const walk = await Walk.begin(house, id, 2, FULL_CARDS);
    const onlooker = await open(`t/${walk.table}`);
    await onlooker.page.getByTestId('board').waitFor();
    const share = await onlooker.page.evaluate(measures.shareOfCells);
    rows.push([`the board's share of ${DESKTOP.width}×${DESKTOP.height}, ${title}`, percent(share)]);
    walk.end();
    await onlooker.close();
  }
  return rows;
}

async function firstMove() {
  const ada = await company.join('Ada');
  const path = (await ada.openTable()).slice(house.url().length);
  const from = performance.now();
  let taps = 0;
  const ben = await company.join('Ben', path, PHONE);
  await ben.takeSeat();
  taps += 1;
  const random = chance(2);
  if ((await whoMoves([ada, ben])) === ada) {
    await ada.mayMove();
    await ada.move(random);
  }
  await ben.mayMove();
  const atBoard = performance.now();
  await ben.move(random);
  taps += 2;
  await ada.untilPlies(2);
  const seconds = (time) => `${((time - from) / 1000).toFixed(1)} s`;
  await away(ada, ben);
  return [
    ['link to one’s turn at the board, on a phone', `${taps - 2} taps and a name, ${seconds(atBoard)}`],
    ['link to one’s first move made, on a phone', `${taps} taps and a name, ${seconds(performance.now())}`],
  ];
}

const FIGURES = { firstLoad, usable, shiftOfHome, shiftOfFrisby, clickToPainted, growth, framesOfSix, shares, firstMove };
const chosen = Object.entries(FIGURES).filter(([name]) => name.toLowerCase().includes(wanted.toLowerCase()));
try {
  for (const measure of [yardstick, ...chosen.map(([, measure]) => measure), yardstick]) {
    for (const [what, value] of await measure()) console.log(`${value.padStart(24)}  ${what}`);
  }
} finally {
  await company.part();
  await house.close();
}
