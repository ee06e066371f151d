import { describe, expect, test } from 'vitest';
import { Memory } from '../dice/memory';
import { MemoryStorage } from '../testing/memoryStorage';
import { SimulatedServer, TABLE } from '../testing/simulatedServer';
import { alarms, tablePlayers, open, rest, turn, types } from '../testing/tablePlayers';
import type { TableStore } from './table.svelte';

describe('between honest pages', () => {
  test('the game begins, and the first share is given, without a click', async () => {
    const { server, ada, bob } = await tablePlayers();
    expect(types(server)).toEqual(['ready', 'ready', 'start', 'share']);
    expect(ada.dice.complete).toBe(true);
    expect([ada.dice.holds, bob.dice.holds]).toEqual([true, true]);
  });

  test('everybody checks every roll, and finds that it fits', async () => {
    const { ada, bob, eve } = await tablePlayers();
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
    const { server, ada } = await tablePlayers();
    await ada.roll();
    const rolled = server.events.at(-1);
    expect(rolled).toMatchObject({ type: 'roll', k: 0 });
    expect(ada.dice.seen.last?.dice).toEqual(rolled?.type === 'roll' && rolled.dice);
    expect(ada.dice.seen.last?.secret).toBe(server.secret(0));
  });

  test('only what ends a turn brings a share', async () => {
    const { server, ada } = await tablePlayers();
    await ada.roll();
    await ada.act('end');
    expect(server.asked.at(-1)?.command).toHaveProperty('share');
  });

  test('who comes later checks from there on, and says so', async () => {
    const { server, ada, bob } = await tablePlayers();
    await turn(ada);
    const late = open(server, null);
    await rest();
    expect(late.dice.seen.last).toMatchObject({ k: 0, fits: true, witnessed: false });
    await bob.roll();
    await rest();
    expect(late.dice.seen.last).toMatchObject({ k: 1, fits: true, witnessed: true });
    expect(alarms(late)).toEqual([]);
  });

  test('what was missed in between is checked, but was not witnessed', async () => {
    const { server, ada, bob, eve } = await tablePlayers();
    server.dismiss(eve);
    await turn(ada);
    await turn(bob);
    eve.hear({ type: 'events', table: TABLE, events: server.events.slice(4) });
    // The seal of roll 0 had been seen before the connection was cut; that of roll 1 came and went unseen.
    expect(eve.dice.seen.seals[0]).toBeTruthy();
    expect(eve.dice.seen.last).toMatchObject({ k: 1, fits: true, witnessed: false, mover: null });
    expect(alarms(eve)).toEqual([]);
  });
});

describe('a page that is loaded again', () => {
  test('goes on wherever it was', async () => {
    const { server, storages } = await tablePlayers();
    let [ada, bob] = [0, 1].map((seat) => open(server, seat, storages[seat])) as [
      TableStore,
      TableStore,
    ];
    const again = (seat: number): void => {
      const fresh = open(server, seat, storages[seat]);
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
    expect(types(server).filter((type) => type === 'roll')).toHaveLength(4);
    expect(types(server).filter((type) => type === 'share')).toHaveLength(1);
    for (const page of [ada, bob]) expect(alarms(page)).toEqual([]);
  });

  test('gives its first share then, if it was closed when the game began', async () => {
    const server = new SimulatedServer();
    const storage = new MemoryStorage();
    const closed = open(server, 1, storage);
    await rest();
    server.dismiss(closed);
    const ada = open(server, 0);
    await rest();
    expect(ada.dice.complete).toBe(false);
    open(server, 1, storage);
    await rest();
    expect(types(server).at(-1)).toBe('share');
    expect(ada.dice.complete).toBe(true);
  });

  test('remembers which seals came first', async () => {
    const { server, storages, ada, bob } = await tablePlayers();
    await turn(ada);
    server.dismiss(bob);
    const again = open(server, 1, storages[1]);
    expect(again.dice.seen.seals).toHaveLength(2);
    await again.roll();
    await rest();
    expect(again.dice.seen.last).toMatchObject({ k: 1, witnessed: true, mover: 0 });
  });
});

describe('another device', () => {
  test('goes on with the seed from the link', async () => {
    const { server, ada, bob } = await tablePlayers();
    const seed = ada.dice.seed ?? '';
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    const storage = new MemoryStorage();
    new Memory(() => storage).addSeed(TABLE, seed);
    const phone = open(server, 0, storage);
    await turn(phone);
    await turn(bob);
    await turn(phone);
    for (const page of [ada, bob, phone]) expect(alarms(page)).toEqual([]);
    expect(ada.dice.holds).toBe(true);
  });

  test('takes the seed over what it had made up itself before', async () => {
    const server = new SimulatedServer();
    const laptop = open(server, 0);
    await rest();
    const storage = new MemoryStorage();
    const memory = new Memory(() => storage);
    memory.addSeed(TABLE, 'ab'.repeat(32));
    memory.addSeed(TABLE, laptop.dice.seed ?? '');
    open(server, 1);
    await rest();
    const phone = open(server, 0, storage);
    expect(phone.dice.holds).toBe(true);
  });
});

describe('a part that is lost', () => {
  test('makes the roll void, is seen by all, and the game goes on', async () => {
    const { server, ada, bob, eve } = await tablePlayers();
    await turn(ada);
    const other = open(server, 1);
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
    expect(types(server).at(-1)).toBe('act');
    await other.lose();
    await rest();
    // Ada's page answers by itself, and the new pledge is the new browser's.
    expect(types(server).slice(-2)).toEqual(['lost', 'share']);
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
    const { server, ada, bob, eve } = await tablePlayers();
    await turn(ada);
    const second = open(server, 1);
    await second.lose();
    await rest();
    server.dismiss(bob);
    const third = open(server, 1);
    await expect(third.lose()).rejects.toMatchObject({ code: 'lost_again' });
    expect(third.dice.mayLose).toBe(false);
    await third.askToLose();
    const offer = server.events.length;
    await ada.ask({ type: 'answer', table: TABLE, offer, agree: true });
    expect(third.dice.mayLose).toBe(true);
    await third.lose();
    await rest();
    await turn(third);
    for (const page of [ada, eve, third]) expect(alarms(page)).toEqual([]);
    expect(eve.dice.seen.seats[1]?.lost).toBe(2);
  });

  test('is lost by leave at that roll only', async () => {
    const { server, ada, bob } = await tablePlayers();
    await turn(ada);
    server.dismiss(bob);
    const storage = new MemoryStorage();
    const second = open(server, 1, storage);
    await second.lose();
    await rest();
    await turn(second);
    await turn(ada);
    await second.askToLose();
    await ada.ask({ type: 'answer', table: TABLE, offer: server.events.length, agree: true });
    expect(second.dice.mayLose).toBe(true);
    await turn(second);
    expect(second.dice.mayLose).toBe(false);
    for (const page of [ada, second]) expect(alarms(page)).toEqual([]);
  });

  test('does not keep a waiting player from giving a share: a new seed will do', async () => {
    const { server, ada, bob } = await tablePlayers();
    await turn(ada);
    await bob.roll();
    server.dismiss(bob);
    // Bob goes on in another browser in the middle of his turn.
    const other = open(server, 1);
    await other.act('end');
    expect(server.events.at(-1)).toMatchObject({ type: 'act', share: expect.any(String) });
    await turn(ada);
    expect(other.dice.holds).toBe(false);
    await other.lose();
    await rest();
    await turn(other);
    for (const page of [ada, other]) expect(alarms(page)).toEqual([]);
  });

  test('two windows of one browser raise no alarm against each other', async () => {
    const { server, ada, bob } = await tablePlayers();
    await turn(ada);
    server.dismiss(bob);
    const storage = new MemoryStorage();
    const [one, two] = [open(server, 1, storage), open(server, 1, storage)];
    await one.lose();
    await rest();
    await turn(two);
    for (const page of [one, two]) expect(alarms(page)).toEqual([]);
  });
});

describe('an opening roll', () => {
  test('that decides nothing is made again, and the share for it is given without a click', async () => {
    const { server, ada, bob, eve } = await tablePlayers();
    const again = { phase: 'roll', seat: 0 } as const;
    server.tamper = (event) => {
      if (event.type !== 'roll' || event.k > 0) return event;
      server.view = { ...server.view, turn: again };
      return { ...event, diff: { turn: again } };
    };
    await ada.roll();
    await rest();
    expect(types(server).slice(-2)).toEqual(['roll', 'share']);
    await turn(ada);
    await turn(bob);
    for (const page of [ada, bob, eve]) expect(alarms(page)).toEqual([]);
  });
});

describe('a seat that adds nothing', () => {
  /** Bob's program says that it adds nothing. */
  async function withPlain(seat: number) {
    const server = new SimulatedServer();
    const page = open(server, 1 - seat);
    const eve = open(server, null);
    await rest();
    await server.request(seat, { type: 'ready', table: TABLE, pledge: null });
    await rest();
    return { server, page, eve };
  }

  test('waits: its share counts as given', async () => {
    const { server, page, eve } = await withPlain(1);
    expect(page.dice.complete).toBe(true);
    expect(eve.dice.seen.seats[1]?.pledge).toBeNull();
    await page.roll();
    await rest();
    expect(page.dice.seen.last).toMatchObject({ waiting: null, fits: true });
    await page.act('end');
    await rest();
    expect(types(server).at(-1)).toBe('roll');
    for (const one of [page, eve]) {
      expect(one.dice.seen.last).toMatchObject({ share: null, fits: true });
      expect(alarms(one)).toEqual([]);
    }
  });

  test('rolls: at once, with the share of the other', async () => {
    const { server, page, eve } = await withPlain(0);
    expect(types(server)).toEqual(['ready', 'ready', 'start', 'share', 'roll']);
    for (const one of [page, eve]) expect(alarms(one)).toEqual([]);
  });
});
