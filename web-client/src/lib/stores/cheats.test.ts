import { describe, expect, test } from 'vitest';
import { Shelf } from '../dice/shelf';
import { SimulatedHouse, TABLE } from '../dice/simulated';
import { layout, view as sampleView } from '../game/samples';
import { Refusal } from '../net/refusal';
import type { Event, EventKind, Opened, Turn } from '../protocol';
import { alarms, company, open, rest, turn } from './company';

type Rolled = Extract<Event, { type: 'roll' }>;
type Lost = Extract<Event, { type: 'lost' }>;

/** A roll that is due. */
const rolls = (seat: number): Turn => ({ phase: 'roll', seat });

describe('a seat that is made one that adds nothing', () => {
  /** The house swallows what Ada says, and begins as if she added nothing. */
  async function made() {
    const house = new SimulatedHouse();
    const request = house.request.bind(house);
    house.request = (seat, command) =>
      request(
        seat,
        seat === 0 && command.type === 'ready' ? { ...command, pledge: null } : command,
      );
    house.tamper = (event) => (event.type === 'ready' && event.seat === 0 ? null : event);
    const shelf = new Shelf();
    const ada = open(house, 0, shelf);
    await rest();
    return { house, shelf, ada };
  }

  test('is noticed, and given nothing more', async () => {
    const { house, ada } = await made();
    open(house, 1);
    await rest();
    expect(alarms(ada)).toEqual(['own_pledge']);
    expect(ada.dice.trusts).toBe(false);
    await expect(ada.act('end')).rejects.toThrow(Refusal);
    expect(house.asked.filter(({ seat }) => seat === 0)).toHaveLength(1);
  });

  test('is noticed by a page that comes after the start, too', async () => {
    const { house, shelf, ada } = await made();
    house.dismiss(ada);
    open(house, 1);
    await rest();
    const again = open(house, 0, shelf);
    expect(alarms(again)).toEqual(['own_pledge']);
    expect(alarms(open(house, 0, shelf))).toEqual(['own_pledge']);
    await expect(again.act('end')).rejects.toThrow(Refusal);
  });

  test('is no cause for alarm where this browser has pledged nothing', async () => {
    const house = new SimulatedHouse();
    open(house, 1);
    await rest();
    await house.request(0, { type: 'ready', table: TABLE, pledge: null });
    await rest();
    const page = open(house, 0);
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
    const { house, ada, bob, eve } = await company();
    for (let k = 0; k < turns; k++) await turn(k % 2 === 0 ? ada : bob);
    await ada.roll();
    await rest();
    const asked = house.asked.length;
    house.invent(event, due);
    await rest();
    for (const page of [ada, bob, eve]) expect(alarms(page)).toContain('order');
    expect(house.asked.slice(asked)).toEqual([]);
    await expect(bob.roll()).rejects.toThrow(Refusal);
  });

  test('by a roll that opens no turn, once somebody has acted', async () => {
    const { house, ada, bob, eve } = await company();
    await turn(ada);
    house.tamper = (event) => {
      if (event.type !== 'roll') return event;
      house.view = { ...house.view, turn: rolls(1) };
      return { ...event, diff: { turn: rolls(1) } };
    };
    const asked = house.asked.length;
    await bob.roll();
    await rest();
    // The roll leads where it may not, and the share for another is not there.
    for (const page of [ada, eve]) expect(alarms(page)).toEqual(['order', 'order']);
    expect(house.asked.slice(asked).map(({ command }) => command.type)).toEqual(['roll']);
  });

  test.each<[what: string, event: EventKind | null]>([
    ['after nothing', null],
    ['after a pause', { type: 'pause' }],
    ['after an undo', undo],
    ['after an action', act],
  ])('by a table that is shown so: %s', async (_, event) => {
    const { house, shelves, ada, bob } = await company();
    await turn(ada);
    await turn(bob);
    await ada.roll();
    await rest();
    house.dismiss(bob);
    if (event) house.invent(event, rolls(0));
    house.view = { ...house.view, turn: rolls(0) };
    const asked = house.asked.length;
    const again = open(house, 1, shelves[1]);
    await rest();
    expect(alarms(again)).toContain('order');
    expect(house.asked.slice(asked)).toEqual([]);
    // Who has never seen the table finds it out by its line.
    expect(alarms(open(house, null))).toContain('order');
  });

  test('where no roll is due any more', async () => {
    const { house, ada, eve } = await company();
    await ada.roll();
    const { n: _, ...again } = house.events.at(-1) as Rolled;
    house.invent({ ...again, k: 1 }, { phase: 'act', seat: 0 });
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
    const { house, ada, bob, eve } = await company();
    const { seal, seats } = eve.dice.seen;
    house.invent(event);
    for (const page of [ada, bob, eve]) expect(alarms(page)).toContain('order');
    expect(bob.dice.holds).toBe(true);
    expect(eve.dice.seen).toMatchObject({ seal, seats });
  });
});

describe('a share of one’s own that one did not give, to a page that was away', () => {
  const other = '00'.repeat(32);

  test.each([false, true])('with the roll made: %s', async (isMade) => {
    const { house, shelves, ada, bob } = await company();
    await turn(ada);
    house.dismiss(bob);
    const second = open(house, 1);
    // Ada's page is closed before it can give a share for the roll that takes the place of the lost one.
    house.dismiss(ada);
    await second.lose();
    await house.request(0, { type: 'share', table: TABLE, k: 2, share: other });
    if (isMade) await second.roll();
    expect(alarms(open(house, 0, shelves[0]))).toEqual(['own_share']);
  });
});

describe('losses that are not counted', () => {
  test('are noticed', async () => {
    const { house, shelves, ada, bob } = await company();
    await turn(ada);
    house.dismiss(bob);
    await open(house, 1).lose();
    await rest();
    house.dismiss(ada);
    const snapshot = house.snapshot();
    Object.assign(snapshot.game?.dice?.seats[1] ?? {}, { lost: 0, may_lose: 1 });
    house.snapshot = () => snapshot;
    expect(alarms(open(house, 0, shelves[0]))).toEqual(['lost_order']);
    expect(alarms(open(house, null))).toEqual(['lost_order']);
  });
});

describe('leave to give a roll up', () => {
  /** Bob has given a roll up before, and comes to another without his part again. */
  async function again() {
    const { house, shelves, ada, bob, eve } = await company();
    await turn(ada);
    house.dismiss(bob);
    const second = open(house, 1);
    await second.lose();
    await rest();
    await turn(second);
    await turn(ada);
    house.dismiss(second);
    const third = open(house, 1);
    await third.askToLose();
    return { house, shelves, ada, eve, third, offer: house.events.length };
  }

  test('that one did not give', async () => {
    const { house, ada, eve, offer } = await again();
    house.invent({ type: 'answer', seat: 0, offer, agree: true });
    expect(alarms(ada)).toEqual(['own_leave']);
    expect(alarms(eve)).toEqual([]);
  });

  test('that was given by whoever asks for it', async () => {
    const { house, ada, eve, offer } = await again();
    house.invent({ type: 'answer', seat: 1, offer, agree: true });
    for (const page of [ada, eve]) expect(alarms(page)).toEqual(['lost_order']);
  });

  test('that one did not give while one was away', async () => {
    const { house, shelves, ada, third, offer } = await again();
    house.dismiss(ada);
    await house.request(0, { type: 'answer', table: TABLE, offer, agree: true });
    await third.lose();
    expect(alarms(open(house, 0, shelves[0]))).toEqual(['own_leave']);
  });

  test('that one gave in another window of this browser', async () => {
    const { house, shelves, ada, third, offer } = await again();
    const window = open(house, 0, shelves[0]);
    await window.ask({ type: 'answer', table: TABLE, offer, agree: true });
    await third.lose();
    await rest();
    for (const page of [ada, window, open(house, 0, shelves[0])]) expect(alarms(page)).toEqual([]);
  });

  test('that was for an earlier roll', async () => {
    const { house, ada, eve, third, offer } = await again();
    await ada.ask({ type: 'answer', table: TABLE, offer, agree: true });
    await third.lose();
    await rest();
    const { n: _, ...lost } = house.events.findLast(({ type }) => type === 'lost') as Lost;
    house.invent({ ...lost, k: lost.k + 1 });
    for (const page of [ada, eve]) expect(alarms(page)).toContain('lost_order');
    expect(alarms(ada)).toContain('own_leave');
  });

  test('that one has refused', async () => {
    const { house, ada, third, offer } = await again();
    await ada.ask({ type: 'answer', table: TABLE, offer, agree: false });
    house.invent({ type: 'offer', seat: 1, what: 'lost' });
    house.invent({ type: 'answer', seat: 0, offer: house.events.length, agree: true });
    expect(alarms(ada)).toEqual(['own_leave']);
    expect(third.dice.mayLose).toBe(true);
  });
});
