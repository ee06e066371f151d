// A whole server of its own for one test file: the program as it is shipped, on a free port, with data of its own.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM =
  process.env.CYDONIA_PROGRAM ??
  fileURLToPath(new URL('../../target/debug/cydonia', import.meta.url));

export class House {
  /** Opens a house; `base` is the path under which it lives, e.g. `/` or `/cydonia/`. */
  static async open(base = '/') {
    const house = new House();
    house.base = base;
    house.data = await mkdtemp(join(tmpdir(), 'cydonia-'));
    await house.#start(0);
    return house;
  }

  /** The address of a page, given relative to the base. */
  url(path = '') {
    return `http://localhost:${this.port}${this.base}${path}`;
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

  async close() {
    await this.kill();
    await rm(this.data, { recursive: true });
  }

  async #start(port) {
    const where = ['--listen', `127.0.0.1:${port}`, '--data', this.data, '--base', this.base];
    this.child = spawn(PROGRAM, where, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: this.child.stdout });
    this.port = await new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
      lines.on('line', (line) => {
        const open = /open on http:\/\/localhost:(\d+)/.exec(line);
        if (open) resolve(Number(open[1]));
      });
    });
  }
}
