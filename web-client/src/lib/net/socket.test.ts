import { describe, expect, test } from 'vitest';
import { limits } from '../testing/samples';
import { CLOSE_ENDED, CLOSE_FLOOD, CLOSE_SLOW, CLOSE_VERSION, PROTOCOL_VERSION } from '../protocol';
import type { Command, Envelope, ServerMessage } from '../protocol';
import { backoff } from './backoff';
import { Refusal } from './refusal';
import { Socket } from './socket';
import type { Connection } from './socket';
import type { Wire } from './world';

class FakeWire implements Wire {
  sent: Envelope[] = [];
  closed = false;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Envelope);
  }
  close(): void {
    this.closed = true;
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  hello(protocol = PROTOCOL_VERSION, ping_every_ms = 1000): void {
    this.say({ type: 'hello', protocol, server: 'x', player: null, ping_every_ms, ms: 0, limits });
  }
  /** What was sent, pings aside. */
  get told(): Command[] {
    return this.sent.map((envelope) => envelope.do).filter((command) => command.type !== 'ping');
  }
  idOf(type: Command['type']): number {
    return this.sent.findLast((envelope) => envelope.do.type === type)?.id ?? -1;
  }
}

/** A world whose clock goes only when told to. */
class FakeWorld {
  wires: FakeWire[] = [];
  time = 0;
  private timers: { run: () => void; at: number }[] = [];

  open = (): Wire => {
    const wire = new FakeWire();
    this.wires.push(wire);
    return wire;
  };
  now = (): number => this.time;
  random = (): number => 1;
  later = (run: () => void, ms: number): unknown => {
    const timer = { run, at: this.time + ms };
    this.timers.push(timer);
    return timer;
  };
  cancel = (timer: unknown): void => {
    this.timers = this.timers.filter((one) => one !== timer);
  };
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.time = Math.max(this.time, due.at);
      this.cancel(due);
      due.run();
    }
    this.time = end;
  }
  get wire(): FakeWire {
    return this.wires.at(-1) as FakeWire;
  }
}

/** Lets promises that are settled take effect. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function set(): { world: FakeWorld; socket: Socket; states: Connection[] } {
  const world = new FakeWorld();
  const socket = new Socket(world);
  const states: Connection[] = [];
  socket.onstate = (state) => states.push(state);
  socket.start();
  return { world, socket, states };
}

describe('asking', () => {
  test('waits for the greeting, and finds the answer by its id', async () => {
    const { world, socket } = set();
    const answer = socket.request({ type: 'stand', table: 't' });
    expect(world.wire.told).toEqual([]);
    world.wire.hello();
    await settled();
    expect(world.wire.told).toEqual([{ type: 'stand', table: 't' }]);
    world.wire.say({ type: 'ok', id: world.wire.idOf('stand'), seat: 1 });
    expect((await answer).seat).toBe(1);
  });

  test('a refusal is a sentence', async () => {
    const { world, socket } = set();
    world.wire.hello();
    await settled();
    const answer = socket.request({ type: 'resign', table: 't' });
    const id = world.wire.idOf('resign');
    world.wire.say({ type: 'error', id, code: 'over', message: 'over' });
    await expect(answer).rejects.toEqual(new Refusal('over', ''));
  });
});

describe('after a break', () => {
  test('listeners are brought up to date first, then commands are sent again as they were', async () => {
    const { world, socket, states } = set();
    const resumed: unknown[] = [];
    socket.listen({
      hear: () => {},
      resume: () => ({ type: 'watch', table: 't', since: 4 }),
      resumed: (result) => resumed.push(result),
    });
    world.wire.hello();
    world.wire.say({ type: 'ok', id: world.wire.idOf('watch') });
    await settled();
    void socket.request({ type: 'act', table: 't', at: 4, action: 'a1-b1' });
    const id = world.wire.idOf('act');
    world.wire.onclose?.({ code: CLOSE_SLOW });
    expect(states.at(-1)).toBe('reconnecting');
    world.pass(250);
    expect(world.wires).toHaveLength(2);
    world.wire.hello();
    expect(world.wire.told).toEqual([{ type: 'watch', table: 't', since: 4 }]);
    await settled();
    expect(world.wire.told).toHaveLength(1);
    world.wire.say({ type: 'ok', id: world.wire.idOf('watch') });
    await settled();
    expect(world.wire.told).toHaveLength(2);
    expect(world.wire.idOf('act')).toBe(id);
    expect(resumed).toHaveLength(2);
    expect(states.at(-1)).toBe('connected');
  });

  test('what was answered is not sent again', async () => {
    const { world, socket } = set();
    world.wire.hello();
    await settled();
    void socket.request({ type: 'resign', table: 't' });
    world.wire.say({ type: 'ok', id: world.wire.idOf('resign') });
    world.wire.onclose?.({ code: 1006 });
    world.pass(250);
    world.wire.hello();
    await settled();
    expect(world.wire.told).toEqual([]);
  });

  test.each([
    ['the session has ended', true, ({ wire }: FakeWorld) => wire.onclose?.({ code: CLOSE_ENDED })],
    ['one is somebody else', true, (_: FakeWorld, socket: Socket) => socket.restart(true)],
    ['one has another name', false, (_: FakeWorld, socket: Socket) => socket.restart()],
  ])('once %s, what is unanswered is refused: %s', async (_, refused, upset) => {
    const { world, socket } = set();
    socket.listen({ hear: () => {}, resume: () => ({ type: 'watch', table: 't' }) });
    world.wire.hello();
    world.wire.say({ type: 'ok', id: world.wire.idOf('watch') });
    await settled();
    const answers: unknown[] = [];
    void socket.request({ type: 'resign', table: 't' }).catch((refusal) => answers.push(refusal));
    upset(world, socket);
    await settled();
    expect(answers).toEqual(refused ? [new Refusal('no_session', '')] : []);
    world.pass(250);
    expect(world.wires).toHaveLength(2);
    world.wire.hello();
    world.wire.say({ type: 'ok', id: world.wire.idOf('watch') });
    await settled();
    // The table is followed all the same.
    const told = world.wire.told.map(({ type }) => type);
    expect(told).toEqual(refused ? ['watch'] : ['watch', 'resign']);
  });

  test('it waits longer each time, and not at all when nudged', () => {
    const { world, socket, states } = set();
    for (const wait of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
      const count = world.wires.length;
      world.wire.onclose?.({ code: 1006 });
      world.pass(wait - 1);
      expect(world.wires).toHaveLength(count);
      world.pass(1);
      expect(world.wires).toHaveLength(count + 1);
    }
    expect(states.at(-1)).toBe('offline');
    world.wire.onclose?.({ code: 1006 });
    const count = world.wires.length;
    socket.nudge();
    expect(world.wires).toHaveLength(count + 1);
  });

  test('sent away for saying too much, it stays away for the longest time', () => {
    const { world, socket } = set();
    world.wire.hello();
    world.wire.onclose?.({ code: CLOSE_FLOOD });
    // Neither a look at the page nor a line that is back changes that.
    socket.nudge();
    world.pass(7999);
    expect(world.wires).toHaveLength(1);
    world.pass(1);
    expect(world.wires).toHaveLength(2);
  });

  test('an old connection has no more say', async () => {
    const { world, socket } = set();
    const old = world.wire;
    old.hello();
    socket.restart();
    expect(old.closed).toBe(true);
    const count = world.wires.length;
    old.onclose?.({ code: 1006 });
    world.pass(300);
    expect(world.wires).toHaveLength(count);
    await settled();
  });
});

describe('liveness', () => {
  test('it pings when idle, and measures', async () => {
    const { world, socket } = set();
    const measured: unknown[] = [];
    socket.onpong = (...one) => measured.push(one);
    world.wire.hello();
    await settled();
    world.time += 24;
    world.wire.say({ type: 'ok', id: world.wire.idOf('ping'), ms: 7000 });
    await settled();
    expect(measured).toEqual([[24, 7000]]);
    const before = world.wire.sent.length;
    world.pass(1100);
    expect(world.wire.sent.length).toBe(before + 1);
  });

  test('it gives a silent connection up', () => {
    const { world, states } = set();
    world.wire.hello();
    const silent = world.wire;
    world.pass(3300);
    expect(silent.closed).toBe(true);
    expect(states).toContain('reconnecting');
    expect(world.wires.length).toBeGreaterThan(1);
  });

  test('looked at again, it wants an answer soon, and asks but once', async () => {
    const { world, socket } = set();
    world.wire.hello(PROTOCOL_VERSION, 20_000);
    await settled();
    world.pass(900);
    world.wire.say({ type: 'ok', id: world.wire.idOf('ping'), ms: 0 });
    const { sent } = world.wire;
    const before = sent.length;
    socket.nudge();
    socket.nudge();
    expect(sent.length).toBe(before + 1);
    world.wire.say({ type: 'ok', id: world.wire.idOf('ping'), ms: 0 });
    world.pass(4000);
    expect(world.wires).toHaveLength(1);
    // The machine has slept, and nobody is there any more.
    socket.nudge();
    world.pass(3300);
    expect(world.wires).toHaveLength(2);
  });

  test('it gives up one that never greets', () => {
    const { world } = set();
    world.pass(10_300);
    expect(world.wires).toHaveLength(2);
  });
});

describe('another version', () => {
  test.each([
    ['by its close code', (wire: FakeWire) => wire.onclose?.({ code: CLOSE_VERSION })],
    ['by its greeting', (wire: FakeWire) => wire.hello(99)],
  ])('told %s, it does not come back', (_, tell) => {
    const { world, states } = set();
    tell(world.wire);
    expect(states.at(-1)).toBe('outdated');
    world.pass(60_000);
    expect(world.wires).toHaveLength(1);
  });
});

test('the back-off is spread over the upper half', () => {
  expect(backoff(0, () => 0)).toBe(125);
  expect(backoff(0, () => 1)).toBe(250);
  expect(backoff(50, () => 1)).toBe(8000);
});
