import { describe, expect, test } from 'vitest';
import { FakeEnvironment } from '../testing/fakeEnvironment';
import type { FakeWire } from '../testing/fakeEnvironment';
import { CLOSE_ENDED, CLOSE_FLOOD, CLOSE_SLOW, CLOSE_VERSION, PROTOCOL_VERSION } from '../protocol';
import { backoff } from './backoff';
import { Refusal } from './refusal';
import { Socket } from './socket';
import type { Connection } from './socket';

/** Lets promises that are settled take effect. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function set(): { environment: FakeEnvironment; socket: Socket; states: Connection[] } {
  const environment = new FakeEnvironment();
  const socket = new Socket(environment);
  const states: Connection[] = [];
  socket.states.subscribe((state) => states.push(state));
  socket.start();
  return { environment, socket, states };
}

describe('asking', () => {
  test('waits for the greeting, and finds the answer by its id', async () => {
    const { environment, socket } = set();
    const answer = socket.request({ type: 'stand', table: 't' });
    expect(environment.wire.told).toEqual([]);
    environment.wire.hello();
    await settled();
    expect(environment.wire.told).toEqual([{ type: 'stand', table: 't' }]);
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('stand'), seat: 1 });
    expect((await answer).seat).toBe(1);
  });

  test('a refusal is a sentence', async () => {
    const { environment, socket } = set();
    environment.wire.hello();
    await settled();
    const answer = socket.request({ type: 'resign', table: 't' });
    const id = environment.wire.idOf('resign');
    environment.wire.say({ type: 'error', id, code: 'over', message: 'over' });
    await expect(answer).rejects.toEqual(new Refusal('over', ''));
  });
});

describe('after a break', () => {
  test('listeners are brought up to date first, then commands are sent again as they were', async () => {
    const { environment, socket, states } = set();
    const resumed: unknown[] = [];
    socket.listen({
      hear: () => {},
      resume: () => ({ type: 'watch', table: 't', since: 4 }),
      resumed: (result) => resumed.push(result),
    });
    environment.wire.hello();
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('watch') });
    await settled();
    void socket.request({ type: 'act', table: 't', at: 4, action: 'a1-b1' });
    const id = environment.wire.idOf('act');
    environment.wire.onclose?.({ code: CLOSE_SLOW });
    expect(states.at(-1)).toBe('reconnecting');
    environment.pass(250);
    expect(environment.wires).toHaveLength(2);
    environment.wire.hello();
    expect(environment.wire.told).toEqual([{ type: 'watch', table: 't', since: 4 }]);
    await settled();
    expect(environment.wire.told).toHaveLength(1);
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('watch') });
    await settled();
    expect(environment.wire.told).toHaveLength(2);
    expect(environment.wire.idOf('act')).toBe(id);
    expect(resumed).toHaveLength(2);
    expect(states.at(-1)).toBe('connected');
  });

  test('what was answered is not sent again', async () => {
    const { environment, socket } = set();
    environment.wire.hello();
    await settled();
    void socket.request({ type: 'resign', table: 't' });
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('resign') });
    environment.wire.onclose?.({ code: 1006 });
    environment.pass(250);
    environment.wire.hello();
    await settled();
    expect(environment.wire.told).toEqual([]);
  });

  test.each([
    [
      'the session has ended',
      true,
      ({ wire }: FakeEnvironment) => wire.onclose?.({ code: CLOSE_ENDED }),
    ],
    ['one is somebody else', true, (_: FakeEnvironment, socket: Socket) => socket.restart(true)],
    ['one has another name', false, (_: FakeEnvironment, socket: Socket) => socket.restart()],
  ])('once %s, what is unanswered is refused: %s', async (_, refused, upset) => {
    const { environment, socket } = set();
    socket.listen({ hear: () => {}, resume: () => ({ type: 'watch', table: 't' }) });
    environment.wire.hello();
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('watch') });
    await settled();
    const answers: unknown[] = [];
    void socket.request({ type: 'resign', table: 't' }).catch((refusal) => answers.push(refusal));
    upset(environment, socket);
    await settled();
    expect(answers).toEqual(refused ? [new Refusal('no_session', '')] : []);
    environment.pass(250);
    expect(environment.wires).toHaveLength(2);
    environment.wire.hello();
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('watch') });
    await settled();
    // The table is followed all the same.
    const told = environment.wire.told.map(({ type }) => type);
    expect(told).toEqual(refused ? ['watch'] : ['watch', 'resign']);
  });

  test('it waits longer each time, and not at all when nudged', () => {
    const { environment, socket, states } = set();
    for (const wait of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
      const count = environment.wires.length;
      environment.wire.onclose?.({ code: 1006 });
      environment.pass(wait - 1);
      expect(environment.wires).toHaveLength(count);
      environment.pass(1);
      expect(environment.wires).toHaveLength(count + 1);
    }
    expect(states.at(-1)).toBe('offline');
    environment.wire.onclose?.({ code: 1006 });
    const count = environment.wires.length;
    socket.reconnectNow();
    expect(environment.wires).toHaveLength(count + 1);
  });

  test('sent away for saying too much, it stays away for the longest time', () => {
    const { environment, socket } = set();
    environment.wire.hello();
    environment.wire.onclose?.({ code: CLOSE_FLOOD });
    // Neither a look at the page nor a line that is back changes that.
    socket.reconnectNow();
    environment.pass(7999);
    expect(environment.wires).toHaveLength(1);
    environment.pass(1);
    expect(environment.wires).toHaveLength(2);
  });

  test('let go of, it stays away, whatever happens', async () => {
    const { environment, socket } = set();
    environment.wire.hello();
    await settled();
    const { wire } = environment;
    socket.stop();
    socket.reconnectNow();
    environment.pass(600_000);
    expect(environment.wire).toBe(wire);
  });

  test('an old connection has no more say', async () => {
    const { environment, socket } = set();
    const old = environment.wire;
    old.hello();
    socket.restart();
    expect(old.closed).toBe(true);
    const count = environment.wires.length;
    old.onclose?.({ code: 1006 });
    environment.pass(300);
    expect(environment.wires).toHaveLength(count);
    await settled();
  });
});

describe('liveness', () => {
  test('it pings when idle, and measures', async () => {
    const { environment, socket } = set();
    const measured: unknown[] = [];
    socket.pongs.subscribe((...one) => measured.push(one));
    environment.wire.hello();
    await settled();
    environment.time += 24;
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('ping'), ms: 7000 });
    await settled();
    expect(measured).toEqual([[24, 7000]]);
    const before = environment.wire.sent.length;
    environment.pass(1100);
    expect(environment.wire.sent.length).toBe(before + 1);
  });

  test('it gives a silent connection up', () => {
    const { environment, states } = set();
    environment.wire.hello();
    const silent = environment.wire;
    environment.pass(3300);
    expect(silent.closed).toBe(true);
    expect(states).toContain('reconnecting');
    expect(environment.wires.length).toBeGreaterThan(1);
  });

  test('looked at again, it wants an answer soon, and asks but once', async () => {
    const { environment, socket } = set();
    environment.wire.hello(PROTOCOL_VERSION, 20_000);
    await settled();
    environment.pass(900);
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('ping'), ms: 0 });
    const { sent } = environment.wire;
    const before = sent.length;
    socket.reconnectNow();
    socket.reconnectNow();
    expect(sent.length).toBe(before + 1);
    environment.wire.say({ type: 'ok', id: environment.wire.idOf('ping'), ms: 0 });
    environment.pass(4000);
    expect(environment.wires).toHaveLength(1);
    // The machine has slept, and nobody is there any more.
    socket.reconnectNow();
    environment.pass(3300);
    expect(environment.wires).toHaveLength(2);
  });

  test('it gives up one on which something else than messages comes', () => {
    const { environment, states } = set();
    environment.wire.hello();
    environment.wire.onmessage?.({ data: '<h1>Welcome to this hotel</h1>' });
    expect(states.at(-1)).toBe('reconnecting');
    environment.pass(300);
    expect(environment.wires).toHaveLength(2);
  });

  test('it gives up one that never greets', () => {
    const { environment } = set();
    environment.pass(10_300);
    expect(environment.wires).toHaveLength(2);
  });
});

describe('another version', () => {
  test.each([
    ['by its close code', (wire: FakeWire) => wire.onclose?.({ code: CLOSE_VERSION })],
    ['by its greeting', (wire: FakeWire) => wire.hello(99)],
  ])('told %s, it does not come back', (_, tell) => {
    const { environment, states } = set();
    tell(environment.wire);
    expect(states.at(-1)).toBe('outdated');
    environment.pass(60_000);
    expect(environment.wires).toHaveLength(1);
  });
});

test('the back-off is spread over the upper half', () => {
  expect(backoff(0, () => 0)).toBe(125);
  expect(backoff(0, () => 1)).toBe(250);
  expect(backoff(50, () => 1)).toBe(8000);
});
