// A game that goes on for as long as somebody wants to watch it, played by programs.

import { chance } from './company.mjs';
import { pair } from './programs.mjs';

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay'];
/** A game in which cards have most to tell. */
export const FULL_CARDS = { clock: { type: 'fischer', initial_s: 900, increment_s: 10 }, rated: true };
/** A turn has so many undoings, and some to spare. */
const UNDOINGS = 90;

export class Walk {
  /** Programs sit down and begin; where there are dice they add nothing to them. */
  static async begin(house, game, seats = 2, wishes = {}) {
    const walk = new Walk();
    Object.assign(walk, { steps: 0, n: 0, turn: null, rolls: 0, undone: 0, random: chance(5), known: () => {} });
    const { table, players } = await pair(house, game, NAMES.slice(0, seats), wishes);
    Object.assign(walk, { table, players });
    players[0].heard = (message) => walk.#hear(message);
    await players[0].request({ type: 'watch', table, since: 0 });
    const { dice } = (await house.get('games')).find(({ id }) => id === game);
    if (dice) await Promise.all(players.map((player) => player.ready(table)));
    await walk.#until(() => walk.turn !== null);
    return walk;
  }

  /** Takes steps until there are so many. */
  async to(steps) {
    while (this.steps < steps) await this.step();
  }

  /** One step more: a roll, an action, or where that can be the undoing of one, so that no game ends too soon. */
  async step() {
    const { table, turn } = this;
    if (turn.phase === 'over') throw new Error(`the game was over after ${this.steps} steps`);
    const before = this.steps;
    const mover = this.players[turn.seat];
    if (turn.phase === 'roll') {
      await mover.request({ type: 'roll', table, k: this.rolls });
    } else {
      const choices = await this.#offered(mover);
      const { at, actions, ends, undo } = choices;
      if (undo && this.undone < UNDOINGS) {
        await mover.request({ type: 'undo', table, at });
      } else {
        const lasting = actions.filter((action) => !ends.includes(action));
        const ways = lasting.length > 0 ? lasting : actions;
        await mover.request({ type: 'act', table, at, action: ways[Math.floor(this.random() * ways.length)] });
      }
    }
    await this.#until(() => this.steps > before);
  }

  end() {
    for (const player of this.players) player.leave();
  }

  /** What the mover is offered at the position as it stands now. */
  async #offered(mover) {
    const heard = mover.heard;
    const fits = () => mover.tables.get(this.table)?.at === this.n;
    while (!fits()) {
      await new Promise((resolve) => {
        mover.heard = (message) => {
          heard?.(message);
          if (fits()) resolve();
        };
      });
    }
    mover.heard = heard;
    return mover.tables.get(this.table);
  }

  async #until(fits) {
    while (!fits()) await new Promise((resolve) => (this.known = resolve));
  }

  #hear(message) {
    if (message.type !== 'events' || message.table !== this.table) return;
    for (const event of message.events.filter(({ n }) => n > this.n)) {
      this.turn = event.view?.turn ?? event.diff?.turn ?? this.turn;
      if (['start', 'act', 'roll', 'undo'].includes(event.type)) this.n = event.n;
      if (['act', 'roll', 'undo'].includes(event.type)) this.steps += 1;
      if (event.type === 'roll') Object.assign(this, { rolls: this.rolls + 1, undone: 0 });
      if (event.type === 'undo') this.undone += 1;
    }
    this.known();
  }
}
