// Writes what moves as strips of frames, for people to look at, and prints how many frames come late where six play:
//
//     npm run motions -- FOLDER [words that a strip's name must contain]
//
// Time stands still on the page that is looked at, and goes on from frame to frame: what a strip shows does not depend on how
// fast the machine is. Whether frames come in time is measured apart from it, while time goes by as it does.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESKTOP, PHONE, Company, chance } from './company.mjs';
import { House } from './house.mjs';
import { gather } from './player.mjs';

const [folder, wanted = ''] = process.argv.slice(2);
if (!folder) throw new Error('into which folder?');

const FRAMES = 10;

/** What is waited for, by what an event is or does, and how long that takes, in milliseconds. */
const STRIPS = [
  { name: 'move', game: 'martian-chess', players: 2, kind: 'move', without: 'capture', ms: 260 },
  { name: 'capture', game: 'martian-chess', players: 2, kind: 'capture', ms: 900 },
  { name: 'capture-of-four', game: 'martian-chess', players: 4, kind: 'capture', ms: 900 },
  { name: 'roll', game: 'martian-backgammon', players: 2, kind: 'roll', after: 4, ms: 620 },
  { name: 'roll-on-the-long-board', game: 'martian-frisby', players: 2, kind: 'roll', after: 4, ms: 620 },
  { name: 'hit', game: 'martian-backgammon', players: 2, kind: 'hit', ms: 900 },
  { name: 'laid', game: 'branches-twigs-thorns', players: 2, kind: 'lay', after: 4, ms: 300 },
  { name: 'sinking', game: 'martian-mud-wrestling', players: 2, kind: 'sink', ms: 1200 },
  { name: 'end', game: 'martian-chess', players: 2, kind: 'finish', after: 8, ms: 2000 },
];

/** The least time between two frames that somebody sees as a halt. */
const LATE_MS = 50;
const SLOWER = 4;
/** Frames without a motion between two moves. */
const RESTED = 30;
const SEATS = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'];

const random = chance(11);
const house = await House.open();
const company = await Company.gather(house, { whole: true });
const games = await house.get('games');
await mkdir(folder, { recursive: true });
const people = await gather(company, house, SEATS);

for (const strip of STRIPS.filter(({ name }) => name.includes(wanted))) {
  for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    await film(strip, viewport, `${strip.name}-${size}`);
  }
}
if ('late'.includes(wanted)) await measure();
await company.part();
await house.close();

/** Somebody who only watches, at a page where things move. */
async function watcher(table, viewport, isStill) {
  const context = await company.browser.newContext({ viewport, reducedMotion: 'no-preference' });
  const page = await context.newPage();
  if (isStill) await page.clock.install();
  await page.goto(house.url(`t/${table}`));
  await page.getByTestId('board').waitFor();
  return page;
}

/** A table at which all of them sit. */
async function seat(game, players) {
  const wish = { type: 'create', request: crypto.randomUUID(), game, seats: players, options: {} };
  const [host, ...guests] = people.slice(0, players);
  const { table } = await host.page.evaluate((wish) => globalThis.player.send(wish), wish);
  for (const { page } of guests) await page.evaluate((id) => globalThis.player.send({ type: 'sit', table: id }), table);
  const hasDice = games.find(({ id }) => id === game).dice;
  for (const { page } of [host, ...guests]) {
    await page.evaluate((id) => globalThis.player.watch(id), table);
    await page.evaluate(([id, dice]) => globalThis.player.begin(id, dice), [table, hasDice]);
  }
  await host.page.evaluate((id) => globalThis.player.started(id), table);
  return { table, last: await host.page.evaluate((id) => globalThis.player.last(id), table) };
}

/** Whoever's turn it is does something. */
function step(table, last) {
  return people[last.seat].page.evaluate((step) => globalThis.player.act(...step), [table, last.n, random()]);
}

async function film({ game, players, kind, without, after = 0, ms }, viewport, name) {
  let { table, last } = await seat(game, players);
  const page = await watcher(table, viewport, true);
  const line = await page.context().newCDPSession(page);
  await line.send('Animation.enable');
  await line.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.clock.pauseAt(Date.now() + 2000);
  await page.evaluate(projector);
  for (let ply = 0; ; ply += 1) {
    if (kind === 'finish' && ply >= after) {
      const resign = { type: 'resign', table };
      await people[last.seat].page.evaluate((resign) => globalThis.player.send(resign), resign);
      await page.getByTestId('result').waitFor();
      break;
    }
    last = await step(table, last);
    await page.waitForFunction((steps) => globalThis.projector.steps() >= steps, last.steps);
    if (last.phase === 'over') throw new Error(`${name}: there was no ${kind}`);
    if (ply >= after && last.kinds.includes(kind) && !last.kinds.includes(without)) break;
    // Dice come at once when a turn has ended: they are to be seen from their beginning.
    if (last.phase === 'roll') continue;
    await page.clock.runFor(1500);
    await page.evaluate(() => globalThis.projector.end());
  }
  const frames = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    if (frame > 0) await page.clock.runFor(Math.round(ms / (FRAMES - 1)));
    await page.evaluate((at) => globalThis.projector.show(at), (frame * ms) / (FRAMES - 1));
    frames.push(await page.screenshot());
  }
  await writeFile(join(folder, `${name}.png`), await paste(frames, viewport));
  await page.context().close();
  console.log(name);
}

/** The frames beside each other, in one picture or two rows of it. */
async function paste(frames, { width, height }) {
  const columns = width > height ? FRAMES / 2 : FRAMES;
  const each = width > height ? 480 : 230;
  const page = await company.browser.newPage({ viewport: { width: columns * each, height: 100 } });
  const images = frames.map((frame) => `<img width="${each}" src="data:image/png;base64,${frame.toString('base64')}">`);
  await page.setContent(`<body style="margin:0;line-height:0">${images.join('')}</body>`);
  const picture = await page.screenshot({ fullPage: true });
  await page.close();
  return picture;
}

/** Runs in the page: moves all that moves to a moment, as its own time stands still. */
function projector() {
  const begun = new Map();
  globalThis.projector = {
    steps: () => Number(document.querySelector('[data-plies]')?.dataset.plies ?? 0),
    show(now) {
      for (const moving of document.getAnimations()) {
        if (!begun.has(moving)) begun.set(moving, now);
        const at = now - begun.get(moving);
        if (at < moving.effect.getComputedTiming().endTime) moving.currentTime = at;
        else moving.finish();
      }
    },
    end() {
      for (const moving of document.getAnimations()) moving.finish();
      begun.clear();
    },
  };
}

/** How many frames come late while six play on a processor that is slower, and how many where nothing moves. */
async function measure() {
  let { table, last } = await seat('martian-chess', 6);
  const page = await watcher(table, DESKTOP, false);
  const line = await page.context().newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(count, LATE_MS);
  for (let ply = 0; ply < 40 && last.phase !== 'over'; ply += 1) {
    last = await step(table, last);
    await page.waitForFunction((steps) => Number(document.querySelector('[data-plies]')?.dataset.plies ?? 0) >= steps, last.steps);
    // The motion is over when nothing has moved for so many frames more.
    const rested = await page.evaluate(() => globalThis.counted.resting.frames);
    await page.waitForFunction((frames) => globalThis.counted.resting.frames >= frames, rested + RESTED);
  }
  const { moving, resting } = await page.evaluate(() => globalThis.counted);
  const words = ({ frames, late, longest }) =>
    `${late} of ${frames} (${((100 * late) / frames).toFixed(1)} %), the longest ${longest.toFixed(0)} ms`;
  console.log(`frames over ${LATE_MS} ms, six seats, ${SLOWER} times slower, while pieces move: ${words(moving)}`);
  console.log(`the same while nothing moves: ${words(resting)}`);
  await page.context().close();
}

/** Runs in the page: counts frames, apart while something moves, and those that come late. */
function count(lateMs) {
  const none = () => ({ frames: 0, late: 0, longest: 0 });
  globalThis.counted = { moving: none(), resting: none() };
  let before = performance.now();
  let moved = false;
  requestAnimationFrame(function frame(now) {
    const moves = document.getAnimations().some(({ playState }) => playState === 'running');
    const to = moves || moved ? globalThis.counted.moving : globalThis.counted.resting;
    const ms = now - before;
    to.frames += 1;
    to.longest = Math.max(to.longest, ms);
    if (ms > lateMs) to.late += 1;
    [before, moved] = [now, moves];
    requestAnimationFrame(frame);
  });
}
