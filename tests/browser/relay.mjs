// Mail relay: takes e-mail as SMTP has it, for a house to send by.

import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** What is said to whatever begins so. */
const REPLIES = { EHLO: '250 relay.example', MAIL: '250 fine', RCPT: '250 fine', DATA: '354 go on', QUIT: '221 bye' };

export class Relay {
  static async open() {
    const relay = new Relay();
    relay.letters = [];
    relay.waiting = [];
    relay.lines = 0;
    relay.server = createServer((socket) => relay.#talk(socket));
    await new Promise((resolve) => relay.server.listen(0, '127.0.0.1', resolve));
    relay.address = `smtp://127.0.0.1:${relay.server.address().port}`;
    return relay;
  }

  /** Whether a house talks to it: should hours go by then, it would give up waiting. */
  isBusy() {
    return this.lines > 0;
  }

  /** The text of the letter that comes next. */
  next() {
    const letter = this.letters.shift();
    return letter === undefined ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(letter);
  }

  close() {
    this.server.close();
  }

  async #talk(socket) {
    // A line that breaks off is the house's business.
    socket.on('error', () => {});
    this.lines += 1;
    socket.once('close', () => (this.lines -= 1));
    socket.write('220 relay.example\r\n');
    let letter = null;
    for await (const line of createInterface({ input: socket })) {
      if (letter === null) {
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === 'DATA') letter = [];
        socket.write(`${REPLIES[verb] ?? '502 what?'}\r\n`);
      } else if (line === '.') {
        this.#take(letter.join('\n'));
        letter = null;
        socket.write('250 kept\r\n');
      } else {
        letter.push(line);
      }
    }
  }

  #take(letter) {
    const next = this.waiting.shift();
    if (next) next(letter);
    else this.letters.push(letter);
  }
}
