// A whole server of its own for one test: the program as it is shipped, on a free port, with data of its own.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { FRONT, IS_PROXY, SUB_PATH, certificate, stand } from './fronts.mjs';

/** The byte that the seeds of seat 0 and 1 are made of, at a table whose dice are written. */
export const SEEDS = [65, 66];

const PROGRAMS =
  process.env.CYDONIA_PROGRAMS ?? fileURLToPath(new URL('../../target/debug', import.meta.url));

/** The positions that a game passes through, as the referee of the shipped program tells them; the first is the start. */
export function refereed(start, inputs) {
  const lines = [start, ...inputs].map((line) => JSON.stringify(line));
  const { stdout } = spawnSync(join(PROGRAMS, 'cydonia'), ['referee'], { input: lines.join('\n'), encoding: 'utf8' });
  return stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
}

/** What the command line of the shipped program says of a file with a record of dice, and with which status it exits. */
export function verifyDice(file) {
  return spawnSync(join(PROGRAMS, 'cydonia'), ['verify-dice', file], { encoding: 'utf8' });
}

/** What it says of a file with the proof of a game. */
export function verifyProof(file) {
  return spawnSync(join(PROGRAMS, 'cydonia'), ['verify', file], { encoding: 'utf8' });
}

export class House {
  /**
   * Opens a house; `base` is the path under which it lives, e.g. `/` or `/cydonia/`: behind a proxy the proxy's. Where `dice` are
   * given, e.g. `[{ roller: 0, faces: [3, 5] }, …]`, they are what is rolled there, one roll after another: another program, made
   * for tests, which cheats by knowing the seeds of the players' pages (`SEEDS`). It is also that program where the clock
   * is `frozen`, which then stands still but for `moveOn`, or where computers think with so few `nodes`. Computers move at
   * once, unless they `pause` for at least a third of
   * so many milliseconds. Of messages on a socket it takes as many as it does everywhere, or so many `messages` a second. E-mail it
   * sends by a `relay` (`relay.mjs`), or not at all.
   */
  static async open({ base = '/', dice, frozen = false, pause = 0, nodes, messages, relay } = {}) {
    const house = new House();
    house.messages = messages;
    house.relay = relay;
    house.pause = pause;
    house.base = IS_PROXY ? SUB_PATH : base;
    house.dice = dice;
    house.frozen = frozen;
    house.nodes = nodes;
    house.data = await mkdtemp(join(tmpdir(), 'cydonia-'));
    await house.#start(0);
    if (IS_PROXY) house.front = await stand(house.port);
    return house;
  }

  /** The address of a page, given relative to the base. */
  url(path = '') {
    const scheme = FRONT ? 'https' : 'http';
    return `${scheme}://localhost:${this.front?.port ?? this.port}${this.base}${path}`;
  }

  /** What stands behind the base in the address of a page: its path as `url` takes it. */
  path(address) {
    return new URL(address).pathname.slice(this.base.length);
  }

  /** A JSON document of the REST interface. */
  async get(path) {
    const response = await fetch(this.url(`api/v1/${path}`));
    return response.json();
  }

  /** Kills the program without warning, as `kill -9` does. */
  async kill() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Starts the program again, at the same address and on the same data. */
  async start() {
    await this.#start(this.port);
  }

  /** Opens it anew with somebody as a moderator, by their id. */
  async moderatedBy(id) {
    this.moderator = id;
    await this.kill();
    await this.start();
  }

  /** Has so many seconds go by at once, in a house whose clock is frozen. */
  async moveOn(seconds) {
    const done = new Promise((resolve) => {
      this.lines.on('line', (line) => line === `moved on by ${seconds} s` && resolve());
    });
    this.child.stdin.write(`${seconds}\n`);
    await done;
  }

  async close() {
    this.front?.close();
    await this.kill();
    await rm(this.data, { recursive: true });
  }

  async #start(port) {
    const where = ['--listen', `127.0.0.1:${port}`, '--data', this.data, '--base', this.base];
    const [program, ...more] = this.#program();
    // All its players come from one machine, and some play the same one again and again.
    const lifted = {
      CYDONIA_RATED_AN_ADDRESS: '1000',
      CYDONIA_RATED_A_PAIR: '1000',
      CYDONIA_LISTED_AN_ADDRESS: '1000',
      CYDONIA_SEATINGS_A_MINUTE: '1000',
      CYDONIA_COMPUTER_PAUSE_MS: String(this.pause),
      ...(FRONT === 'tls' ? { CYDONIA_TLS_CERTIFICATE: certificate().cert, CYDONIA_TLS_KEY: certificate().key } : {}),
      ...(IS_PROXY ? { CYDONIA_BEHIND_PROXY: 'true' } : {}),
      ...(this.moderator ? { CYDONIA_MODERATORS: this.moderator, CYDONIA_APPEALS: 'Write to appeals@house.example.' } : {}),
      ...(this.relay
        ? {
            CYDONIA_MAIL_RELAY: this.relay.address,
            CYDONIA_MAIL_FROM: 'games@games.example',
            CYDONIA_MAIL_LINKS: 'https://games.example/',
          }
        : {}),
      ...(this.messages ? { CYDONIA_MESSAGES_A_SECOND: String(this.messages) } : {}),
    };
    const env = { ...process.env, ...lifted };
    this.child = spawn(join(PROGRAMS, program), [...where, ...more], { stdio: ['pipe', 'pipe', 'inherit'], env });
    this.lines = createInterface({ input: this.child.stdout });
    this.port = await new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
      this.lines.on('line', (line) => {
        const open = /open on https?:\/\/localhost:(\d+)/.exec(line);
        if (open) resolve(Number(open[1]));
      });
    });
  }
  /** The program, and what makes it more than the shipped one. */
  #program() {
    if (!this.dice && !this.frozen && !this.nodes) return ['cydonia'];
    const dice = (this.dice ?? []).map(({ roller, faces }) => `${roller}:${faces.join('')}`);
    const written = dice.length > 0 ? ['--dice', dice.join(',')] : [];
    const more = [...(this.frozen ? ['--frozen'] : []), ...(this.nodes ? ['--nodes', String(this.nodes)] : [])];
    return ['written-dice', '--seeds', SEEDS.join(','), ...written, ...more];
  }
}
