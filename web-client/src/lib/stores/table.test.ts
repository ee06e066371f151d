import { describe, expect, test, vi } from 'vitest';
import { Memory } from '../dice/memory';
import { events, info, layout, rolled, state } from '../testing/samples';
import { Refusal } from '../net/refusal';
import type { Ok } from '../net/outbox';
import type { Command, Event, ServerMessage } from '../protocol';
import { TableStore } from './table.svelte';

const OK: Ok = { type: 'ok', id: 1 };

function snapshot(n: number, more: Partial<Extract<ServerMessage, { type: 'table' }>> = {}) {
  const game = { ...state, at: n };
  return { type: 'table', n, info, game, ...more } satisfies ServerMessage;
}

function batch(...some: Event[]): ServerMessage {
  return { type: 'events', table: 't', events: some };
}

function set(answer: (command: Command) => Promise<Ok> = () => Promise.resolve(OK)) {
  const sent: Command[] = [];
  const request = (command: Command): Promise<Ok> => {
    sent.push(command);
    return answer(command);
  };
  const replay = vi.fn(() => Promise.resolve({ info, events }));
  const onlooker = {
    player: () => undefined,
    memory: new Memory(() => localStorage),
    hasDice: () => Promise.resolve(false),
  };
  return { table: new TableStore('t', { request }, replay, onlooker, 'key'), sent, replay };
}

const [move, reply, finish] = events.slice(3) as [Event, Event, Event];

describe('following a table', () => {
  test('asks for a snapshot first, and for what is missing later', () => {
    const { table } = set();
    expect(table.resume()).toEqual({ type: 'watch', table: 't', key: 'key' });
    table.hear(snapshot(3));
    expect(table.resume()).toEqual({ type: 'watch', table: 't', since: 3, key: 'key' });
  });

  test('takes events in order', () => {
    const { table } = set();
    table.hear(snapshot(3));
    table.hear(batch(move));
    expect(table.view?.spaces[1]).toEqual({ stack: [{ size: 1 }] });
    expect(table.line).toEqual([move]);
    expect(table.latest).toEqual(move);
    table.hear(batch(reply, finish));
    expect(table.outcome?.ranks).toEqual([2, 1]);
    expect(table.info?.status).toBe('finished');
    expect(table.latest).toEqual(reply);
  });

  test('drops what is known already', () => {
    const { table, sent } = set();
    table.hear(snapshot(3));
    table.hear(batch(move));
    table.hear(batch(move));
    table.hear(batch(...events.slice(0, 4)));
    expect(table.line).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  test('tells each event once, to any number of listeners', () => {
    const { table } = set();
    const [speech, sound] = [vi.fn(), vi.fn()];
    table.events.subscribe(speech);
    const unsubscribe = table.events.subscribe(sound);
    table.hear(snapshot(3));
    table.hear(batch(move));
    unsubscribe();
    table.hear(batch(move, reply));
    expect(speech.mock.calls).toEqual([[move], [reply]]);
    expect(sound.mock.calls).toEqual([[move]]);
  });

  test('asks once for what is missing, and takes the answer', async () => {
    const { table, sent } = set();
    table.hear(snapshot(3));
    table.hear(batch(reply));
    table.hear(batch(finish));
    expect(sent).toEqual([{ type: 'watch', table: 't', since: 3, key: 'key' }]);
    expect(table.line).toEqual([]);
    table.hear(batch(move, reply, finish));
    expect(table.line).toHaveLength(2);
    expect(table.outcome).not.toBeNull();
    await Promise.resolve();
  });

  test('hears nothing of other tables', () => {
    const { table } = set();
    table.hear(snapshot(3));
    table.hear({ type: 'events', table: 'another', events: [move] });
    expect(table.line).toEqual([]);
  });

  test('fills its seats and starts', () => {
    const { table } = set();
    const open = { ...info, status: 'open' as const, seats: info.seats.slice() };
    open.seats[1] = { state: 'free' };
    table.hear({ type: 'table', n: 1, info: open });
    expect(table.layout).toBeNull();
    table.hear(batch(...events.slice(1, 3)));
    expect(table.info?.seats[1]?.state).toBe('taken');
    expect(table.info?.status).toBe('playing');
    expect(table.layout).toEqual(layout);
    // It has been there from the start, so it can look back at once.
    expect(table.timeline?.plies).toBe(0);
  });

  test('knows how somebody was rated when they sat down', () => {
    const { table } = set();
    const open = { ...info, status: 'open' as const, seats: info.seats.slice() };
    open.seats[1] = { state: 'free' };
    table.hear({ type: 'table', n: 1, info: open });
    const rating = { rating: 1523, deviation: 60, provisional: false };
    const player = { id: 'p1', name: 'Bob' };
    table.hear(batch({ n: 2, ms: 0, type: 'sit', seat: 1, player, rating }));
    expect(table.info?.seats[1]).toEqual({ state: 'taken', player, rating });
  });

  test('knows when there is no such table', () => {
    const { table } = set();
    table.resumed(new Refusal('no_table', ''));
    expect(table.status).toBe('missing');
  });

  test('tells why it cannot be followed just now, until it can', async () => {
    const answers = [
      Promise.reject(new Refusal('too_many', 'you watch as many as one may')),
      Promise.resolve(OK),
    ];
    const { table } = set(() => answers.shift() ?? Promise.resolve(OK));
    await table.follow();
    expect(table.status).toBe('loading');
    expect(table.problem).toContain('as many as one may');
    await table.follow();
    expect(table.problem).toBe('');
  });

  test('tells where the rematch is', () => {
    const { table } = set();
    table.hear(snapshot(3));
    table.hear({ type: 'rematch', table: 't', next: 'u' });
    expect(table.next).toBe('u');
  });
});

describe('acting', () => {
  const choices = {
    type: 'choices',
    table: 't',
    actions: ['a1-b1'],
    ends: [],
    undo: false,
  } as const;

  test('offers only what fits the position', () => {
    const { table } = set();
    table.hear(snapshot(3));
    table.hear({ ...choices, at: 2, actions: [], ends: [], undo: false });
    expect(table.offered).toBeNull();
    table.hear({ ...choices, at: 3, actions: ['a1-b1'], ends: [], undo: false });
    expect(table.offered?.actions).toEqual(['a1-b1']);
    table.hear(batch(move));
    expect(table.offered).toBeNull();
  });

  test('quotes the position, and sends nothing else until that is answered', async () => {
    const { table, sent } = set();
    table.hear(snapshot(3));
    table.hear({ ...choices, at: 3, actions: ['a1-b1'], ends: [], undo: false });
    const acted = table.act('a1-b1');
    expect([table.offered?.at, table.isSent]).toEqual([3, true]);
    await Promise.all([table.act('a1-b1'), table.undo(), acted]);
    expect(sent).toEqual([{ type: 'act', table: 't', at: 3, action: 'a1-b1' }]);
    table.hear({ ...choices, at: 3, actions: ['a1-b1'], ends: [], undo: false });
    // The same choices come again with whoever comes back: it is not answered by that.
    expect(table.isSent).toBe(true);
  });

  test('after a refusal one may choose again', async () => {
    const { table } = set(() => Promise.reject(new Refusal('illegal', 'no')));
    table.hear(snapshot(3));
    table.hear({ ...choices, at: 3, actions: ['a1-b1'], ends: [], undo: false });
    const { offered } = table;
    await expect(table.act('a1-b1')).rejects.toThrow('no');
    expect([table.offered, table.isSent]).toEqual([offered, false]);
    expect(table.offered).not.toBe(offered);
  });
});

describe('looking back', () => {
  test('gathers every event of a game that goes on', async () => {
    const { table, sent } = set((command) => {
      if (command.type === 'watch' && command.since === 0) table.hear(batch(...events.slice(0, 4)));
      return Promise.resolve(OK);
    });
    table.hear(snapshot(4, { game: { ...state, at: 4, line: [move] } }));
    await table.lookBack();
    expect(sent[0]).toMatchObject({ since: 0 });
    expect(table.timeline?.plies).toBe(1);
    table.hear(batch(reply));
    expect(table.timeline?.plies).toBe(2);
    expect(table.line).toHaveLength(2);
    await table.lookBack();
    expect(sent).toHaveLength(1);
  });

  test('leaves out what was undone before one came, as the line does', async () => {
    const roll = rolled(4, 0, 0, [3, 5]);
    const act = (n: number, action: string): Event => ({ n, ms: 0, type: 'act', seat: 0, action });
    const undone: Event[] = [act(5, 'a1-a4'), { n: 6, ms: 0, type: 'undo', seat: 0 }];
    const stands = act(7, 'b1-b6');
    const { table } = set(() => {
      table.hear(batch(...events.slice(0, 3), roll, ...undone, stands));
      return Promise.resolve(OK);
    });
    table.hear(snapshot(7, { game: { ...state, at: 7, line: [roll, stands] } }));
    await table.lookBack();
    expect(table.timeline?.frames.map(({ event }) => event.n)).toEqual([4, 7]);
    table.hear(batch({ n: 8, ms: 0, type: 'undo', seat: 0 }));
    expect(table.timeline?.plies).toBe(table.line.length);
  });

  test('fetches the record of a finished one', async () => {
    const { table, replay } = set();
    const outcome = { scores: [0, 1], ranks: [2, 1], reason: 'empty' };
    table.hear(snapshot(6, { game: { ...state, at: 5, line: [move, reply], outcome } }));
    await table.lookBack();
    expect(replay).toHaveBeenCalledWith('t', 'key');
    expect(table.timeline?.plies).toBe(2);
  });
});

describe('a turn with dice', () => {
  test('is part of the line, and what was done can be taken back', async () => {
    const { table, sent } = set();
    table.hear(snapshot(3));
    table.hear(batch(rolled(4, 0, 0, [3, 5])));
    table.hear(batch({ n: 5, ms: 0, type: 'act', seat: 0, action: 'a1-a4' }));
    await table.undo();
    expect(sent.at(-1)).toEqual({ type: 'undo', table: 't', at: 5 });
    table.hear(batch({ n: 6, ms: 0, type: 'undo', seat: 0 }));
    expect(table.line.map((event) => event.type)).toEqual(['roll', 'act', 'undo']);
  });
});

describe('a server that was put back', () => {
  test('is asked for the table as it stands now', async () => {
    const { table, sent } = set();
    table.hear(snapshot(9));
    table.resumed(new Refusal('regressed', ''));
    expect(sent).toEqual([{ type: 'watch', table: 't', key: 'key' }]);
    table.hear(snapshot(3));
    expect(table.regressed).toBe(true);
    table.hear(batch(move));
    expect(table.line).toEqual([move]);
    await Promise.resolve();
  });
});

describe('apart from moves', () => {
  const choices = {
    type: 'choices',
    table: 't',
    at: 3,
    actions: ['a1-b1'],
    ends: [],
    undo: false,
  } satisfies ServerMessage;
  const at = { n: 4, ms: 0 };

  test('in a pause nothing is offered', () => {
    const { table } = set();
    table.hear(snapshot(3));
    table.hear(choices);
    table.hear(batch({ ...at, type: 'pause' }));
    expect(table.offered).toBeNull();
    table.hear(batch({ ...at, n: 5, type: 'resume', seat: 0 }));
    expect(table.offered?.actions).toEqual(['a1-b1']);
  });

  test('what is taken back leads back, and is acted out', () => {
    const { table } = set();
    table.hear(snapshot(3));
    table.hear(batch(move));
    const diff = { turn: { phase: 'act' as const, seat: 0 } };
    const takeback: Event = { n: 5, ms: 0, type: 'takeback', seat: 0, actions: 1, diff };
    table.hear(batch(takeback));
    expect(table.view?.turn).toEqual({ phase: 'act', seat: 0 });
    expect(table.latest).toEqual(takeback);
    expect(table.line).toEqual([move, takeback]);
    table.hear({ ...choices, at: 5 });
    expect(table.offered).not.toBeNull();
  });

  test('an aborted game is over, without a result', () => {
    const { table } = set();
    table.hear(snapshot(3));
    table.hear(choices);
    const diff = { turn: { phase: 'over' as const } };
    table.hear(batch({ ...at, type: 'abort', seat: 1, diff }));
    expect(table.info?.status).toBe('aborted');
    expect(table.gameStatus.aborted).toBe(1);
    expect(table.view?.turn).toEqual({ phase: 'over' });
    expect([table.outcome, table.offered]).toEqual([null, null]);
  });

  test('who aborted a game is known to whoever comes later, too', () => {
    const { table } = set();
    const aborted = { ...state, at: 3, aborted_by: 1 };
    table.hear(snapshot(3, { info: { ...info, status: 'aborted' }, game: aborted }));
    expect(table.gameStatus.aborted).toBe(1);
  });

  test('which seats are ready is known from the snapshot on', () => {
    const { table } = set();
    const preview = { layout, view: state.view, ready: [true, false], sat: [0, 1] };
    table.hear({ type: 'table', n: 3, info: { ...info, status: 'open' }, preview });
    table.hear(batch({ n: 4, ms: 0, type: 'ready', seat: 1, pledge: null }));
    expect(table.preview?.ready).toEqual([true, true]);
    table.hear(batch({ n: 5, ms: 0, type: 'stand', seat: 0 }));
    expect(table.preview?.ready).toEqual([false, true]);
  });

  test('who is there is heard, at this table', () => {
    const { table } = set();
    const watchers = { count: 0, names: [] };
    table.hear({ type: 'presence', table: 'u', seats: [], watchers });
    const seats = [{ state: 'here' as const }, { state: 'here' as const }];
    table.hear({ type: 'presence', table: 't', seats, watchers: { count: 2, names: ['Eve'] } });
    expect(table.gameStatus.presence).toHaveLength(2);
    expect(table.gameStatus.watchers).toEqual({ count: 2, names: ['Eve'] });
  });
});
