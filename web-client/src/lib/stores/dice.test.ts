import { describe, expect, test } from 'vitest';
import { Memory } from '../dice/memory';
import { Shelf } from '../dice/shelf';
import { SimulatedHouse, TABLE } from '../dice/simulated';
import { alarms, company, open, rest, turn, types } from './company';
import type { TableStore } from './table.svelte';

describe('between honest pages', () => {
  test('the game begins, and the first share is given, without a click', async () => {
    const { house, ada, bob } = await company();
    expect(types(house)).toEqual(['ready', 'ready', 'start', 'share']);
    expect(ada.dice.complete).toBe(true);
    expect([ada.dice.holds, bob.dice.holds]).toEqual([true, true]);
  });

  test('everybody checks every roll, and finds that it fits', async () => {
    const { ada, bob, eve } = await company();
    for (const [k, table] of [ada, bob, ada, bob].entries()) {
      await table.roll();
      await rest();
      for (const page of [ada, bob, eve]) {
        expect(page.dice.seen.last).toMatchObject({ k, fits: true, witnessed: true });
        // Whoever waits has moved after the seal was known, but for the first roll.
        expect(page.dice.seen.last?.mover).toBe(k === 0 ? null : 1 - (k % 2));
      }
      await table.act('end');
      await rest();
    }
    for (const page of [ada, bob, eve]) expect(alarms(page)).toEqual([]);
  });

  test('a roll that fits is one that its parts give', async () => {
    const { house, ada } = await company();
    await ada.roll();
    const rolled = house.events.at(-1);
    expect(rolled).toMatchObject({ type: 'roll', k: 0 });
    expect(ada.dice.seen.last?.dice).toEqual(rolled?.type === 'roll' && rolled.dice);
    expect(ada.dice.seen.last?.secret).toBe(house.secret(0));
  });

  test('only what ends a turn brings a share', async () => {
    const { house, ada } = await company();
    await ada.roll();
    await ada.act('end');
    expect(house.asked.at(-1)?.command).toHaveProperty('share');
  });

  test('who comes later checks from there on, and says so', async () => {
    const { house, ada, bob } = await company();
    await turn(ada);
    const late = open(house, null);
    await rest();
    expect(late.dice.seen.last).toMatchObject({ k: 0, fits: true, witnessed: false });
    await bob.roll();
    await rest();
    expect(late.dice.seen.last).toMatchObject({ k: 1, fits: true, witnessed: true });
    expect(alarms(late)).toEqual([]);
  });

  test('what was missed in between is checked, but was not witnessed', async () => {
    const { house, ada, bob, eve } = await company();
    house.dismiss(eve);
    await turn(ada);
    await turn(bob);
    eve.hear({ type: 'events', table: TABLE, events: house.events.slice(4) });
    // The seal of roll 0 had been seen before the line was cut; that of roll 1 came and went unseen.
    expect(eve.dice.seen.seals[0]).toBeTruthy();
    expect(eve.dice.seen.last).toMatchObject({ k: 1, fits: true, witnessed: false, mover: null });
    expect(alarms(eve)).toEqual([]);
  });
});

describe('a page that is loaded again', () => {
  test('goes on wherever it was', async () => {
    const { house, shelves } = await company();
    let [ada, bob] = [0, 1].map((seat) => open(house, seat, shelves[seat])) as [
      TableStore,
      TableStore,
    ];
    const again = (seat: number): void => {
      const fresh = open(house, seat, shelves[seat]);
      if (seat === 0) ada = fresh;
      else bob = fresh;
    };
    for (let round = 0; round < 2; round++) {
      for (const seat of [0, 1]) {
        const mover = (): TableStore => (seat === 0 ? ada : bob);
        again(0);
        again(1);
        await rest();
        await mover().roll();
        again(seat);
        await rest();
        expect(mover().dice.seen.last).toMatchObject({ fits: true, witnessed: true });
        await mover().act('end');
        again(1 - seat);
        await rest();
      }
    }
    expect(types(house).filter((type) => type === 'roll')).toHaveLength(4);
    expect(types(house).filter((type) => type === 'share')).toHaveLength(1);
    for (const page of [ada, bob]) expect(alarms(page)).toEqual([]);
  });

  test('gives its first share then, if it was closed when the game began', async () => {
    const house = new SimulatedHouse();
    const shelf = new Shelf();
    const closed = open(house, 1, shelf);
    await rest();
    house.dismiss(closed);
    const ada = open(house, 0);
    await rest();
    expect(ada.dice.complete).toBe(false);
    open(house, 1, shelf);
    await rest();
    expect(types(house).at(-1)).toBe('share');
    expect(ada.dice.complete).toBe(true);
  });

  test('remembers which seals came first', async () => {
    const { house, shelves, ada, bob } = await company();
    await turn(ada);
    house.dismiss(bob);
    const again = open(house, 1, shelves[1]);
    expect(again.dice.seen.seals).toHaveLength(2);
    await again.roll();
    await rest();
    expect(again.dice.seen.last).toMatchObject({ k: 1, witnessed: true, mover: 0 });
  });
});

describe('another device', () => {
  test('goes on with the seed from the link', async () => {
    const { house, ada, bob } = await company();
    const seed = ada.dice.seed ?? '';
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    const shelf = new Shelf();
    new Memory(() => shelf).addSeed(TABLE, seed);
    const phone = open(house, 0, shelf);
    await turn(phone);
    await turn(bob);
    await turn(phone);
    for (const page of [ada, bob, phone]) expect(alarms(page)).toEqual([]);
    expect(ada.dice.holds).toBe(true);
  });

  test('takes the seed over what it had made up itself before', async () => {
    const house = new SimulatedHouse();
    const laptop = open(house, 0);
    await rest();
    const shelf = new Shelf();
    const memory = new Memory(() => shelf);
    memory.addSeed(TABLE, 'ab'.repeat(32));
    memory.addSeed(TABLE, laptop.dice.seed ?? '');
    open(house, 1);
    await rest();
    const phone = open(house, 0, shelf);
    expect(phone.dice.holds).toBe(true);
  });
});

describe('a part that is lost', () => {
  test('makes the roll void, is seen by all, and the game goes on', async () => {
    const { house, ada, bob, eve } = await company();
    await turn(ada);
    const other = open(house, 1);
    await rest();
    expect(other.dice.holds).toBe(false);
    expect([other, bob, ada, eve].map((page) => page.dice.lacks)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(other.dice.mayLose).toBe(true);
    expect(other.dice.seed).toBeNull();
    await other.roll();
    expect(types(house).at(-1)).toBe('act');
    await other.lose();
    await rest();
    // Ada's page answers by itself, and the new pledge is the new browser's.
    expect(types(house).slice(-2)).toEqual(['lost', 'share']);
    expect(other.dice.holds).toBe(true);
    expect(ada.dice.seen.last).toMatchObject({ dice: null, fits: true });
    expect(ada.dice.seen.seats[1]).toMatchObject({ lost: 1, may_lose: 0 });
    await turn(other);
    await turn(ada);
    for (const page of [ada, other, eve]) expect(alarms(page)).toEqual([]);
    // The browser that had the part did not say so.
    expect(alarms(bob)).toContain('own_lost');
  });

  test('is lost again only if the other player allows it', async () => {
    const { house, ada, bob, eve } = await company();
    await turn(ada);
    const second = open(house, 1);
    await second.lose();
    await rest();
    house.dismiss(bob);
    const third = open(house, 1);
    await expect(third.lose()).rejects.toMatchObject({ code: 'lost_again' });
    expect(third.dice.mayLose).toBe(false);
    await third.askToLose();
    const offer = house.events.length;
    await ada.ask({ type: 'answer', table: TABLE, offer, agree: true });
    expect(third.dice.mayLose).toBe(true);
    await third.lose();
    await rest();
    await turn(third);
    for (const page of [ada, eve, third]) expect(alarms(page)).toEqual([]);
    expect(eve.dice.seen.seats[1]?.lost).toBe(2);
  });

  test('is lost by leave at that roll only', async () => {
    const { house, ada, bob } = await company();
    await turn(ada);
    house.dismiss(bob);
    const shelf = new Shelf();
    const second = open(house, 1, shelf);
    await second.lose();
    await rest();
    await turn(second);
    await turn(ada);
    await second.askToLose();
    await ada.ask({ type: 'answer', table: TABLE, offer: house.events.length, agree: true });
    expect(second.dice.mayLose).toBe(true);
    await turn(second);
    expect(second.dice.mayLose).toBe(false);
    for (const page of [ada, second]) expect(alarms(page)).toEqual([]);
  });

  test('does not keep a waiting player from giving a share: a new seed will do', async () => {
    const { house, ada, bob } = await company();
    await turn(ada);
    await bob.roll();
    house.dismiss(bob);
    // Bob goes on in another browser in the middle of his turn.
    const other = open(house, 1);
    await other.act('end');
    expect(house.events.at(-1)).toMatchObject({ type: 'act', share: expect.any(String) });
    await turn(ada);
    expect(other.dice.holds).toBe(false);
    await other.lose();
    await rest();
    await turn(other);
    for (const page of [ada, other]) expect(alarms(page)).toEqual([]);
  });

  test('two windows of one browser raise no alarm against each other', async () => {
    const { house, ada, bob } = await company();
    await turn(ada);
    house.dismiss(bob);
    const shelf = new Shelf();
    const [one, two] = [open(house, 1, shelf), open(house, 1, shelf)];
    await one.lose();
    await rest();
    await turn(two);
    for (const page of [one, two]) expect(alarms(page)).toEqual([]);
  });
});

describe('an opening roll', () => {
  test('that decides nothing is made again, and the share for it is given without a click', async () => {
    const { house, ada, bob, eve } = await company();
    const again = { phase: 'roll', seat: 0 } as const;
    house.tamper = (event) => {
      if (event.type !== 'roll' || event.k > 0) return event;
      house.view = { ...house.view, turn: again };
      return { ...event, diff: { turn: again } };
    };
    await ada.roll();
    await rest();
    expect(types(house).slice(-2)).toEqual(['roll', 'share']);
    await turn(ada);
    await turn(bob);
    for (const page of [ada, bob, eve]) expect(alarms(page)).toEqual([]);
  });
});

describe('a seat that adds nothing', () => {
  /** Bob's program says that it adds nothing. */
  async function withPlain(seat: number) {
    const house = new SimulatedHouse();
    const page = open(house, 1 - seat);
    const eve = open(house, null);
    await rest();
    await house.request(seat, { type: 'ready', table: TABLE, pledge: null });
    await rest();
    return { house, page, eve };
  }

  test('waits: its share counts as given', async () => {
    const { house, page, eve } = await withPlain(1);
    expect(page.dice.complete).toBe(true);
    expect(eve.dice.seen.seats[1]?.pledge).toBeNull();
    await page.roll();
    await rest();
    expect(page.dice.seen.last).toMatchObject({ waiting: null, fits: true });
    await page.act('end');
    await rest();
    expect(types(house).at(-1)).toBe('roll');
    for (const one of [page, eve]) {
      expect(one.dice.seen.last).toMatchObject({ share: null, fits: true });
      expect(alarms(one)).toEqual([]);
    }
  });

  test('rolls: at once, with the share of the other', async () => {
    const { house, page, eve } = await withPlain(0);
    expect(types(house)).toEqual(['ready', 'ready', 'start', 'share', 'roll']);
    for (const one of [page, eve]) expect(alarms(one)).toEqual([]);
  });
});
