// Every game in the middle of play, as far as pictures of it need it: played over the socket at random.

import { chance } from './company.mjs';
import { gather } from './player.mjs';

const chess = (players, more = {}) => ({ game: 'martian-chess', players, plies: players * 7, ...more });
const pointing = (game, players, more = {}) => ({ game, players, plies: players * 9, ...more });
const around = [2, 3, 4, 5, 6];

/** What is played, for how long, and how many steps of the next action are picked before it is looked at. */
export const SCENES = [
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

export function nameOf(scene) {
  return [scene.game, scene.players, scene.name ?? scene.plies].join('-');
}

/** Those who play them all. */
export class Cast {
  static async gather(company, house) {
    const cast = new Cast();
    cast.games = await house.get('games');
    cast.people = await gather(company, house, NAMES);
    cast.random = chance(7);
    cast.house = house;
    return cast;
  }

  /** A page at a scene's board, of whoever is to move there, with what is to be picked picked. */
  async at(scene) {
    const { table, seat } = await this.#play(scene);
    const viewer = this.people[scene.seat ?? seat ?? 0];
    const page = await viewer.page.context().newPage();
    await page.goto(this.house.url(`t/${table}`));
    await page.getByTestId('board').waitFor();
    for (let pick = 0; viewer === this.people[seat] && pick < (scene.picks ?? 0); pick += 1) {
      const spaces = page.locator(`[data-testid=board] [data-${pick ? 'target' : 'movable'}=true]`);
      const beside = page.locator('button[data-testid^=token-]');
      await spaces.or(beside).first().waitFor();
      const ways = (await spaces.count()) ? spaces : beside;
      await ways.nth((await ways.count()) >> 1).click();
      await page.mouse.move(0, 0);
    }
    return page;
  }

  /** Plays a scene's game at a new table as far as it says; returns the table and whose turn it is then, if anybody's. */
  async #play({ game, players, options = {}, plies, picks }) {
    const [host, ...guests] = this.people.slice(0, players);
    const request = crypto.randomUUID();
    const wish = { type: 'create', request, game, seats: players, options };
    const { table } = await host.page.evaluate((wish) => globalThis.player.send(wish), wish);
    for (const { page } of guests) await page.evaluate((id) => globalThis.player.send({ type: 'sit', table: id }), table);
    const hasDice = this.games.find(({ id }) => id === game).dice;
    for (const { page } of [host, ...guests]) {
      await page.evaluate((id) => globalThis.player.watch(id), table);
      await page.evaluate(([id, dice]) => globalThis.player.begin(id, dice), [table, hasDice]);
    }
    await host.page.evaluate((id) => globalThis.player.started(id), table);
    let last = await host.page.evaluate((id) => globalThis.player.last(id), table);
    const enough = (ply) => ply >= plies && !(picks && last.phase === 'roll');
    for (let ply = 0; last.phase !== 'over' && !enough(ply); ply += 1) {
      const step = [table, last.n, this.random()];
      last = await this.people[last.seat].page.evaluate((step) => globalThis.player.act(...step), step);
    }
    return { table, seat: last.seat };
  }
}
