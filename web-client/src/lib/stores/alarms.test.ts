import { describe, expect, test } from 'vitest';
import { SimulatedServer } from '../testing/simulatedServer';
import type { AlarmKind } from '../dice/transcript';
import { Refusal } from '../net/refusal';
import type { Event, Opened } from '../protocol';
import { alarms, tablePlayers, open, rest, turn } from '../testing/tablePlayers';

type Rolled = Extract<Event, { type: 'roll' }>;

describe('an alarm', () => {
  /** The next event of a kind is told differently. */
  function lie(server: SimulatedServer, type: Event['type'], change: (event: never) => void): void {
    server.tamper = (event) => {
      if (event.type !== type) return event;
      const told = structuredClone(event);
      change(told as never);
      return told;
    };
  }
  type Opening = Rolled & { opened: Opened };
  const other = '00'.repeat(32);

  test.each<[what: string, kind: AlarmKind, change: (event: Opening) => void]>([
    ['another secret', 'seal', ({ opened }) => (opened.secret = other)],
    ['other dice', 'dice', (event) => (event.dice = [event.dice[1], (event.dice[0] % 6) + 1])],
    ['a share that was not pledged', 'pledge', (event) => (event.share = other)],
    ['another share of who waits', 'share_changed', ({ opened }) => (opened.waiting = other)],
    ['no share of who waits', 'parts', ({ opened }) => (opened.waiting = null)],
    ['no share of the roller', 'parts', (event) => delete event.share],
    ['nothing opened at all', 'parts', (event) => delete (event as Partial<Rolled>).opened],
    ['no new pledge', 'parts', ({ opened }) => (opened.pledge = null)],
    ['another number', 'order', (event) => (event.k = 7)],
    ['another seat', 'order', (event) => (event.seat = 1)],
    ['a seat that there is not', 'order', (event) => (event.seat = 2)],
    ['no digits at all', 'parts', ({ opened }) => (opened.secret = 'x')],
  ])('for everybody: %s', async (_, kind, change) => {
    const { server, ada, eve } = await tablePlayers();
    lie(server, 'roll', change);
    await ada.roll();
    await rest();
    for (const page of [ada, eve]) {
      expect(alarms(page)).toContain(kind);
      expect(page.dice.seen.last?.fits).not.toBe(true);
    }
  });

  test('a share that nobody gave', async () => {
    const { server, ada, eve } = await tablePlayers();
    server.tamper = (event) => (event.type === 'act' ? omit(event) : event);
    const omit = ({ share: _, ...event }: Extract<Event, { type: 'act' }>): Event => event as Event;
    await ada.roll();
    await ada.act('end');
    await rest();
    server.tamper = (event) => event;
    const bob = open(server, 1);
    await bob.lose().catch(() => {});
    await rest();
    expect(alarms(eve)).toContain('lost_order');
  });

  test('a share of one’s own that one did not give', async () => {
    const server = new SimulatedServer();
    lie(server, 'share', (event: Extract<Event, { type: 'share' }>) => (event.share = other));
    open(server, 0);
    const bob = open(server, 1);
    await rest();
    expect(alarms(bob)).toEqual(['own_share']);
  });

  test('a pledge of one’s own that one did not make', async () => {
    const server = new SimulatedServer();
    lie(server, 'ready', (event: Extract<Event, { type: 'ready' }>) => (event.pledge = other));
    const ada = open(server, 0);
    await rest();
    expect(alarms(ada)).toEqual(['own_pledge']);
  });

  test('a first pledge that is another when the game begins', async () => {
    const server = new SimulatedServer();
    lie(server, 'start', (event: Extract<Event, { type: 'start' }>) => {
      event.dice?.pledges.splice(1, 1, other);
    });
    open(server, 1);
    const ada = open(server, 0);
    const eve = open(server, null);
    await rest();
    for (const page of [ada, eve]) expect(alarms(page)).not.toContain('own_pledge');
    expect(alarms(ada)).toContain('pledge_changed');
  });

  test('a new pledge of one’s own that one did not make', async () => {
    const { server, ada } = await tablePlayers();
    lie(server, 'roll', ({ opened }: Opening) => (opened.pledge = other));
    await ada.roll();
    expect(alarms(ada)).toEqual(['own_pledge']);
    expect(ada.dice.holds).toBe(false);
  });

  test.each<[what: string, kind: AlarmKind, change: (dice: Dice) => void]>([
    ['seal', 'seal_changed', (dice) => (dice.seal = other)],
    ['pledge', 'pledge_changed', (dice) => dice.seats[0] && (dice.seats[0].pledge = other)],
    ['share', 'share_changed', (dice) => (dice.share = other)],
    ['share, taken away', 'share_changed', (dice) => delete dice.share],
  ])('after a reload: another %s', async (_, kind, change) => {
    const { server, storages, ada, bob } = await tablePlayers();
    await turn(ada);
    server.dismiss(bob);
    const snapshot = server.snapshot();
    change(snapshot.game?.dice as Dice);
    server.snapshot = () => snapshot;
    const again = open(server, 1, storages[1]);
    expect(alarms(again)).toContain(kind);
    // What was given before may be played back: nothing more is given.
    await expect(again.roll()).rejects.toThrow(Refusal);
  });
  type Dice = NonNullable<NonNullable<ReturnType<SimulatedServer['snapshot']>['game']>['dice']>;

  test('a server that has gone back is given no more shares', async () => {
    const { server, ada, bob } = await tablePlayers();
    await turn(ada);
    const asked = server.asked.length;
    bob.resumed(new Refusal('regressed', ''));
    await rest();
    expect(bob.regressed).toBe(true);
    expect(alarms(bob)).toEqual(['regressed']);
    expect(bob.view).not.toBeNull();
    await expect(bob.roll()).rejects.toMatchObject({ code: 'regressed' });
    expect(server.asked.slice(asked).map(({ command }) => command.type)).toEqual(['watch']);
  });

  test('a table that is not as far as it was, after a reload', async () => {
    const { server, storages, ada, bob } = await tablePlayers();
    const before = server.snapshot();
    await turn(ada);
    server.dismiss(bob);
    server.snapshot = () => before;
    const again = open(server, 1, storages[1]);
    await rest();
    expect(alarms(again)).toEqual(['regressed']);
    expect(server.asked.filter(({ seat }) => seat === 1).at(-1)?.command.type).toBe('share');
    expect(server.asked.filter(({ command }) => command.type === 'share')).toHaveLength(1);
  });
});
