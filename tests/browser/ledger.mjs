// A book that is kept beside a game: it moves pieces by the notation alone and knows nothing of what is legal.

import assert from 'node:assert/strict';

/** In which games a piece alone is sent back by one of the other side, and where pieces rest that are out. */
const HABITS = {
  'martian-frisby': { hits: false, resting: /^$/ },
  'martian-backgammon': { hits: true, resting: /^[a-e][15]$/ },
};

export class Ledger {
  /** Opens the book with the position that somebody sees. */
  static async open(person, game) {
    const ledger = new Ledger();
    ledger.habits = HABITS[game];
    ledger.places = await ledger.#seen(person);
    return ledger;
  }

  /** Enters an action: a piece goes from the top of one place to the top of another. */
  move(action, seat) {
    const [from, to] = action.split('-');
    if (to === undefined) return;
    const waiting = /^in([123])$/.exec(from);
    const piece = waiting ? this.#bringIn(`${waiting[1]}@${seat}`) : this.#at(from).pop();
    if (to === 'out') return;
    const met = this.#at(to);
    if (this.habits.hits && met.length === 1 && !met[0].endsWith(`@${seat}`)) this.#waiting(1 - seat).push(met.pop());
    met.push(piece);
  }

  /** Compares the book with what somebody sees. Where pieces rest that are out is not in the notation. */
  async agreesWith(person) {
    assert.deepEqual(shown(await this.#seen(person)), shown(this.places));
  }

  #bringIn(piece) {
    const waiting = this.#waiting(Number(piece.split('@')[1]));
    return waiting.splice(waiting.indexOf(piece), 1)[0];
  }

  #waiting(seat) {
    return this.#at(`waiting-${seat}`);
  }

  #at(place) {
    if (!this.places.has(place)) this.places.set(place, []);
    return this.places.get(place);
  }

  async #seen(person) {
    const places = new Map();
    for (const [, place, text] of (await person.position()).matchAll(/(?:space|tray)-(\S+?)=(\S*)/g)) {
      if (!this.habits.resting.test(place)) places.set(place, text === '' ? [] : text.split(','));
    }
    return places;
  }
}

/** As text, with what waits in a tray in no order. */
function shown(places) {
  const filled = [...places].filter(([, pieces]) => pieces.length > 0);
  return Object.fromEntries(
    filled.map(([place, pieces]) => [place, (place.includes('-') ? [...pieces].sort() : pieces).join(',')]).sort(),
  );
}
