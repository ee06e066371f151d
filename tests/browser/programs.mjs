// Players without a page: programs that speak the protocol, for a house that is full of people.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openLine } from './line.mjs';

export class Program {
  /** Somebody gets a name and a line of their own. */
  static async join(house, name) {
    const response = await fetch(house.url('api/v1/session'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, bearer: true }),
    });
    const { token } = await response.json();
    assert.ok(token, `${name} gets a token`);
    const program = new Program();
    program.name = name;
    program.token = token;
    program.waiting = new Map();
    program.tables = new Map();
    program.nextId = 1;
    const headers = { authorization: `Bearer ${token}` };
    program.line = await openLine(house.url('ws?protocol=1'), headers, (text) => program.#hear(JSON.parse(text)));
    // A house forgets those who say nothing.
    program.timer = setInterval(() => void program.request({ type: 'ping' }), 20_000);
    return program;
  }

  leave() {
    clearInterval(this.timer);
    this.line.close();
  }

  /** Asks for something, and waits for the answer. */
  request(command) {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.line.send(JSON.stringify({ id, do: command }));
    });
  }

  /** Opens a table and tells its number. */
  async open(game, { seats = 2, clock = { type: 'none' }, options = {}, rated = false } = {}) {
    const wish = { type: 'create', request: randomUUID(), game, seats, options, clock, rated, private: false };
    const { table } = await this.request(wish);
    await this.request({ type: 'watch', table });
    return table;
  }

  async sit(table) {
    await this.request({ type: 'sit', table });
    await this.request({ type: 'watch', table });
  }

  /** Adds nothing to any roll. */
  ready(table) {
    return this.request({ type: 'ready', table, pledge: null });
  }

  say(table, phrase, room = 'players') {
    return this.request({ type: 'say', table, request: randomUUID(), room, words: { type: 'phrase', phrase } });
  }

  /** Takes whatever action is offered first, if it is this program's turn; tells whether it was. */
  async move(table, pick = (actions) => actions[0]) {
    const choices = this.tables.get(table);
    if (!choices) return false;
    this.tables.delete(table);
    await this.request({ type: 'act', table, at: choices.at, action: pick(choices.actions) }).catch(() => {});
    return true;
  }

  /** Waits for its turn, and takes whatever action is offered first. */
  async act(table) {
    while (!this.tables.has(table)) await new Promise((resolve) => (this.turn = resolve));
    await this.move(table);
  }

  #hear(message) {
    if (message.type === 'choices') {
      this.tables.set(message.table, message);
      this.turn?.();
    }
    // Whoever wants to know more than whose turn it is.
    this.heard?.(message);
    if (message.type !== 'ok' && message.type !== 'error') return;
    const { resolve, reject } = this.waiting.get(message.id) ?? {};
    this.waiting.delete(message.id);
    if (message.type === 'ok') resolve?.(message);
    else reject?.(Object.assign(new Error(message.message), { code: message.code }));
  }
}

/** Two programs sit down to a game of their own. */
export async function pair(house, game, names, wishes = {}) {
  const players = await Promise.all(names.map((name) => Program.join(house, name)));
  const table = await players[0].open(game, { seats: names.length, ...wishes });
  for (const player of players.slice(1)) await player.sit(table);
  return { table, players };
}

/** Each of two takes an action, and the second gives up. */
export async function lose([first, second], table) {
  await first.act(table);
  await second.act(table);
  await second.request({ type: 'resign', table });
}

/** Each of the players moves whenever it can, until told to stop. */
export function playOn({ table, players }, random, every) {
  const pick = (actions) => actions[Math.floor(random() * actions.length)];
  const timer = setInterval(() => players.forEach((player) => void player.move(table, pick)), every);
  return () => clearInterval(timer);
}
