// Takes pictures of every game in the middle of play, for people to look at:
//
//     node pictures.mjs FOLDER [words that a scene's name must contain]
//
// Games are played over the socket at random, as far as the pages need them.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DESKTOP, PHONE, Company, chance } from './company.mjs';
import { House } from './house.mjs';
import { gather } from './player.mjs';

const WIDE = { width: 1920, height: 1080 };
const NARROW = { width: 360, height: 640 };
const [folder, wanted = ''] = process.argv.slice(2);
if (!folder) throw new Error('into which folder?');

const chess = (players, more = {}) => ({ game: 'martian-chess', players, plies: players * 7, ...more });
const pointing = (game, players, more = {}) => ({ game, players, plies: players * 9, ...more });
const around = [2, 3, 4, 5, 6];

/** What is played, for how long, and how many steps of the next action are picked before the picture is taken. */
const SCENES = [
  ...around.map((players) => chess(players, { picks: 1 })),
  chess(4, { name: 'teams', options: { rules: 'arcade', teams: true }, plies: 9, picks: 1 }),
  chess(2, { name: 'waiting', seat: 1 }),
  ...around.map((players) => pointing('martian-go', players, { picks: players % 2 ? 1 : 2 })),
  pointing('martian-go', 4, { name: 'nulls', options: { setup: 'nulls' } }),
  pointing('martian-go', 4, { name: 'setup', options: { setup: 'free-root' }, plies: 2 }),
  ...around.map((players) => pointing('branches-twigs-thorns', players)),
  { game: 'martian-mud-wrestling', players: 2, plies: 3, name: 'early', picks: 1 },
  { game: 'martian-mud-wrestling', players: 2, plies: 40, picks: 1 },
  { game: 'martian-frisby', players: 2, plies: 0, name: 'start' },
  { game: 'martian-frisby', players: 2, plies: 81, picks: 1 },
  { game: 'martian-frisby', players: 2, plies: 82 },
  { game: 'martian-backgammon', players: 2, plies: 1, name: 'opening' },
  { game: 'martian-backgammon', players: 2, plies: 70, picks: 1 },
  { game: 'martian-backgammon', players: 2, plies: 150 },
  { game: 'martian-mud-wrestling', players: 2, plies: Infinity, name: 'over' },
  { game: 'martian-go', players: 3, plies: Infinity, name: 'over' },
];

const NAMES = ['Ada', 'Benedict', 'Cleo', 'Dmitri the Bold', 'Eve', 'Friedrich-Wilhelm'];

const random = chance(7);
const house = await House.open();
const company = await Company.gather(house);
const games = await house.get('games');
await mkdir(folder, { recursive: true });
const people = await gather(company, house, NAMES);

for (const scene of SCENES) {
  const name = [scene.game, scene.players, scene.name ?? scene.plies].join('-');
  if (!name.includes(wanted)) continue;
  const { table, seat } = await play(scene);
  const viewer = people[scene.seat ?? seat ?? 0];
  for (const [size, viewport] of Object.entries({ desktop: DESKTOP, wide: WIDE, phone: PHONE, narrow: NARROW })) {
    const page = await viewer.page.context().newPage();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(house.url(`t/${table}`));
    await page.getByTestId('board').waitFor();
    for (let pick = 0; viewer === people[seat] && pick < (scene.picks ?? 0); pick += 1) {
      const spaces = page.locator(`[data-testid=board] [data-${pick ? 'target' : 'movable'}=true]`);
      const beside = page.locator('button[data-testid^=token-]');
      await spaces.or(beside).first().waitFor();
      const ways = (await spaces.count()) ? spaces : beside;
      await ways.nth((await ways.count()) >> 1).click();
      await page.mouse.move(0, 0);
    }
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
    await page.screenshot({ path: join(folder, `${name}-${size}-whole.png`), fullPage: true });
    await page.close();
  }
  console.log(name);
}
await company.part();
await house.close();

/** Plays a scene's game at a new table as far as it says; returns the table and whose turn it is then, if anybody's. */
async function play({ game, players, options = {}, plies, picks }) {
  const [host, ...guests] = people.slice(0, players);
  const request = crypto.randomUUID();
  const wish = { type: 'create', request, game, seats: players, options };
  const { table } = await host.page.evaluate((wish) => globalThis.player.send(wish), wish);
  for (const { page } of guests) await page.evaluate((id) => globalThis.player.send({ type: 'sit', table: id }), table);
  const hasDice = games.find(({ id }) => id === game).dice;
  for (const { page } of [host, ...guests]) {
    await page.evaluate((id) => globalThis.player.watch(id), table);
    await page.evaluate(([id, dice]) => globalThis.player.begin(id, dice), [table, hasDice]);
  }
  await host.page.evaluate((id) => globalThis.player.started(id), table);
  let last = await host.page.evaluate((id) => globalThis.player.last(id), table);
  const enough = (ply) => ply >= plies && !(picks && last.phase === 'roll');
  for (let ply = 0; last.phase !== 'over' && !enough(ply); ply += 1) {
    const step = [table, last.n, random()];
    last = await people[last.seat].page.evaluate((step) => globalThis.player.act(...step), step);
  }
  return { table, seat: last.seat };
}
