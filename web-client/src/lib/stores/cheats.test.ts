import { describe, expect, test } from 'vitest';
import { MemoryStorage } from '../testing/memoryStorage';
import { SimulatedServer, TABLE } from '../testing/simulatedServer';
import { layout, view as sampleView } from '../testing/samples';
import { Refusal } from '../net/refusal';
import type { Event, EventKind, Opened, Turn } from '../protocol';
import { alarms, tablePlayers, open, rest, turn } from '../testing/tablePlayers';

type Rolled = Extract<Event, { type: 'roll' }>;
type Lost = Extract<Event, { type: 'lost' }>;

/** A roll that is due. */
const rolls = (seat: number): Turn => ({ phase: 'roll', seat });

describe('a seat that is made one that adds nothing', () => {
  /** The house swallows what Ada says, and begins as if she added nothing. */
  async function made() {
    const server = new SimulatedServer();
    const request = server.request.bind(server);
    server.request = (seat, command) =>
      request(
        seat,
        seat === 0 && command.type === 'ready' ? { ...command, pledge: null } : command,
      );
    server.tamper = (event) => (event.type === 'ready' && event.seat === 0 ? null : event);
    const storage = new MemoryStorage();
    const ada = open(server, 0, storage);
    await rest();
    return { server, storage, ada };
  }

  test('is noticed, and given nothing more', async () => {
    const { server, ada } = await made();
    open(server, 1);
    await rest();
    expect(alarms(ada)).toEqual(['own_pledge']);
    expect(ada.dice.trusts).toBe(false);
    await expect(ada.act('end')).rejects.toThrow(Refusal);
    expect(server.asked.filter(({ seat }) => seat === 0)).toHaveLength(1);
  });

  test('is noticed by a page that comes after the start, too', async () => {
    const { server, storage, ada } = await made();
    server.dismiss(ada);
    open(server, 1);
    await rest();
    const again = open(server, 0, storage);
    expect(alarms(again)).toEqual(['own_pledge']);
    expect(alarms(open(server, 0, storage))).toEqual(['own_pledge']);
    await expect(again.act('end')).rejects.toThrow(Refusal);
  });

  test('is no cause for alarm where this browser has pledged nothing', async () => {
    const server = new SimulatedServer();
    open(server, 1);
    await rest();
    await server.request(0, { type: 'ready', table: TABLE, pledge: null });
    await rest();
    const page = open(server, 0);
    await page.act('end');
    expect(alarms(page)).toEqual([]);
  });
});

describe('a second roll of one turn', () => {
  const undo: EventKind = { type: 'undo', seat: 0 };
  const act: EventKind = { type: 'act', seat: 0, action: 'end' };

  test.each<[what: string, turns: number, event: EventKind, turn: Turn]>([
    ['by undoing it', 2, undo, rolls(0)],
    ['by undoing the very first', 0, undo, rolls(0)],
    ['by an undo of the other’s', 2, { type: 'undo', seat: 1 }, rolls(0)],
    ['by a takeback', 2, { type: 'takeback', seat: 0, actions: 1 }, rolls(0)],
    ['by an action that ends no turn', 2, act, rolls(0)],
    ['by an action without a share', 2, act, rolls(1)],
    ['by what changes nothing', 2, { type: 'pause' }, rolls(0)],
    [
      'by losing what was shown',
      2,
      { type: 'lost', seat: 0, k: 3, opened: {} as Opened },
      rolls(0),
    ],
  ])('%s', async (_, turns, event, due) => {
    const { server, ada, bob, eve } = await tablePlayers();
    for (let k = 0; k < turns; k++) await turn(k % 2 === 0 ? ada : bob);
    await ada.roll();
    await rest();
    const asked = server.asked.length;
    server.invent(event, due);
    await rest();
    for (const page of [ada, bob, eve]) expect(alarms(page)).toContain('order');
    expect(server.asked.slice(asked)).toEqual([]);
    await expect(bob.roll()).rejects.toThrow(Refusal);
  });

  test('by a roll that opens no turn, once somebody has acted', async () => {
    const { server, ada, bob, eve } = await tablePlayers();
    await turn(ada);
    server.tamper = (event) => {
      if (event.type !== 'roll') return event;
      server.view = { ...server.view, turn: rolls(1) };
      return { ...event, diff: { turn: rolls(1) } };
    };
    const asked = server.asked.length;
    await bob.roll();
    await rest();
    // The roll leads where it may not, and the share for another is not there.
    for (const page of [ada, eve]) expect(alarms(page)).toEqual(['order', 'order']);
    expect(server.asked.slice(asked).map(({ command }) => command.type)).toEqual(['roll']);
  });

  test.each<[what: string, event: EventKind | null]>([
    ['after nothing', null],
    ['after a pause', { type: 'pause' }],
    ['after an undo', undo],
    ['after an action', act],
  ])('by a table that is shown so: %s', async (_, event) => {
    const { server, storages, ada, bob } = await tablePlayers();
    await turn(ada);
    await turn(bob);
    await ada.roll();
    await rest();
    server.dismiss(bob);
    if (event) server.invent(event, rolls(0));
    server.view = { ...server.view, turn: rolls(0) };
    const asked = server.asked.length;
    const again = open(server, 1, storages[1]);
    await rest();
    expect(alarms(again)).toContain('order');
    expect(server.asked.slice(asked)).toEqual([]);
    // Who has never seen the table finds it out by its line.
    expect(alarms(open(server, null))).toContain('order');
  });

  test('where no roll is due any more', async () => {
    const { server, ada, eve } = await tablePlayers();
    await ada.roll();
    const { n: _, ...again } = server.events.at(-1) as Rolled;
    server.invent({ ...again, k: 1 }, { phase: 'act', seat: 0 });
    expect(alarms(eve)).toContain('order');
  });
});

describe('what belongs before the start and comes after it', () => {
  test.each<[what: string, event: EventKind]>([
    [
      'another seal',
      { type: 'start', layout, view: sampleView, dice: { seal: '00'.repeat(32), pledges: [] } },
    ],
    ['another pledge', { type: 'ready', seat: 0, pledge: '00'.repeat(32) }],
    ['a seat that is given up', { type: 'stand', seat: 0 }],
  ])('%s', async (_, event) => {
    const { server, ada, bob, eve } = await tablePlayers();
    const { seal, seats } = eve.dice.seen;
    server.invent(event);
    for (const page of [ada, bob, eve]) expect(alarms(page)).toContain('order');
    expect(bob.dice.holds).toBe(true);
    expect(eve.dice.seen).toMatchObject({ seal, seats });
  });
});

describe('a share of one’s own that one did not give, to a page that was away', () => {
  const other = '00'.repeat(32);

  test.each([false, true])('with the roll made: %s', async (isMade) => {
    const { server, storages, ada, bob } = await tablePlayers();
    await turn(ada);
    server.dismiss(bob);
    const second = open(server, 1);
    // Ada's page is closed before it can give a share for the roll that takes the place of the lost one.
    server.dismiss(ada);
    await second.lose();
    await server.request(0, { type: 'share', table: TABLE, k: 2, share: other });
    if (isMade) await second.roll();
    expect(alarms(open(server, 0, storages[0]))).toEqual(['own_share']);
  });
});

describe('losses that are not counted', () => {
  test('are noticed', async () => {
    const { server, storages, ada, bob } = await tablePlayers();
    await turn(ada);
    server.dismiss(bob);
    await open(server, 1).lose();
    await rest();
    server.dismiss(ada);
    const snapshot = server.snapshot();
    Object.assign(snapshot.game?.dice?.seats[1] ?? {}, { lost: 0, may_lose: 1 });
    server.snapshot = () => snapshot;
    expect(alarms(open(server, 0, storages[0]))).toEqual(['lost_order']);
    expect(alarms(open(server, null))).toEqual(['lost_order']);
  });
});

describe('leave to give a roll up', () => {
  /** Bob has given a roll up before, and comes to another without his part again. */
  async function again() {
    const { server, storages, ada, bob, eve } = await tablePlayers();
    await turn(ada);
    server.dismiss(bob);
    const second = open(server, 1);
    await second.lose();
    await rest();
    await turn(second);
    await turn(ada);
    server.dismiss(second);
    const third = open(server, 1);
    await third.askToLose();
    return { server, storages, ada, eve, third, offer: server.events.length };
  }

  test('that one did not give', async () => {
    const { server, ada, eve, offer } = await again();
    server.invent({ type: 'answer', seat: 0, offer, agree: true });
    expect(alarms(ada)).toEqual(['own_leave']);
    expect(alarms(eve)).toEqual([]);
  });

  test('that was given by whoever asks for it', async () => {
    const { server, ada, eve, offer } = await again();
    server.invent({ type: 'answer', seat: 1, offer, agree: true });
    for (const page of [ada, eve]) expect(alarms(page)).toEqual(['lost_order']);
  });

  test('that one did not give while one was away', async () => {
    const { server, storages, ada, third, offer } = await again();
    server.dismiss(ada);
    await server.request(0, { type: 'answer', table: TABLE, offer, agree: true });
    await third.lose();
    expect(alarms(open(server, 0, storages[0]))).toEqual(['own_leave']);
  });

  test('that one gave in another window of this browser', async () => {
    const { server, storages, ada, third, offer } = await again();
    const window = open(server, 0, storages[0]);
    await window.ask({ type: 'answer', table: TABLE, offer, agree: true });
    await third.lose();
    await rest();
    for (const page of [ada, window, open(server, 0, storages[0])])
      expect(alarms(page)).toEqual([]);
  });

  test('that was for an earlier roll', async () => {
    const { server, ada, eve, third, offer } = await again();
    await ada.ask({ type: 'answer', table: TABLE, offer, agree: true });
    await third.lose();
    await rest();
    const { n: _, ...lost } = server.events.findLast(({ type }) => type === 'lost') as Lost;
    server.invent({ ...lost, k: lost.k + 1 });
    for (const page of [ada, eve]) expect(alarms(page)).toContain('lost_order');
    expect(alarms(ada)).toContain('own_leave');
  });

  test('that one has refused', async () => {
    const { server, ada, third, offer } = await again();
    await ada.ask({ type: 'answer', table: TABLE, offer, agree: false });
    server.invent({ type: 'offer', seat: 1, what: 'lost' });
    server.invent({ type: 'answer', seat: 0, offer: server.events.length, agree: true });
    expect(alarms(ada)).toEqual(['own_leave']);
    expect(third.dice.mayLose).toBe(true);
  });
});
