import { describe, expect, test, vi } from 'vitest';
import { events, info, layout, view } from '../game/samples';
import { Refusal } from '../net/refusal';
import type { Ok } from '../net/outbox';
import type { Command, Event, ServerMessage } from '../protocol';
import { TableStore } from './table.svelte';

const OK: Ok = { type: 'ok', id: 1 };

function snapshot(n: number, more: Partial<Extract<ServerMessage, { type: 'table' }>> = {}) {
  const game = { layout, view, at: n, rolls: 0, line: [], outcome: null };
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
  return { table: new TableStore('t', { request }, replay, 'key'), sent, replay };
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

  test('knows when there is no such table', () => {
    const { table } = set();
    table.resumed(new Refusal('no_table', ''));
    expect(table.status).toBe('missing');
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

  test('quotes the position and withdraws the choices', async () => {
    const { table, sent } = set();
    table.hear(snapshot(3));
    table.hear({ ...choices, at: 3, actions: ['a1-b1'], ends: [], undo: false });
    const acted = table.act('a1-b1');
    expect(table.offered).toBeNull();
    await acted;
    expect(sent).toEqual([{ type: 'act', table: 't', at: 3, action: 'a1-b1' }]);
    await table.act('a1-b1');
    expect(sent).toHaveLength(1);
  });

  test('after a refusal one may choose again', async () => {
    const { table } = set(() => Promise.reject(new Refusal('illegal', 'no')));
    table.hear(snapshot(3));
    table.hear({ ...choices, at: 3, actions: ['a1-b1'], ends: [], undo: false });
    await expect(table.act('a1-b1')).rejects.toThrow('no');
    expect(table.offered).not.toBeNull();
  });
});

describe('looking back', () => {
  test('gathers every event of a game that goes on', async () => {
    const { table, sent } = set((command) => {
      if (command.type === 'watch' && command.since === 0) table.hear(batch(...events.slice(0, 4)));
      return Promise.resolve(OK);
    });
    table.hear(
      snapshot(4, { game: { layout, view, at: 4, rolls: 0, line: [move], outcome: null } }),
    );
    await table.lookBack();
    expect(sent[0]).toMatchObject({ since: 0 });
    expect(table.timeline?.plies).toBe(1);
    table.hear(batch(reply));
    expect(table.timeline?.plies).toBe(2);
    expect(table.line).toHaveLength(2);
    await table.lookBack();
    expect(sent).toHaveLength(1);
  });

  test('fetches the record of a finished one', async () => {
    const { table, replay } = set();
    const outcome = { scores: [0, 1], ranks: [2, 1], reason: 'empty' };
    table.hear(
      snapshot(6, { game: { layout, view, at: 5, rolls: 0, line: [move, reply], outcome } }),
    );
    await table.lookBack();
    expect(replay).toHaveBeenCalledWith('t', 'key');
    expect(table.timeline?.plies).toBe(2);
  });
});

describe('dice', () => {
  test('are asked for by number, and what was done can be taken back', async () => {
    const { table, sent } = set();
    const game = { layout, view, at: 3, rolls: 4, line: [], outcome: null };
    table.hear(snapshot(3, { game }));
    await table.roll();
    expect(sent.at(-1)).toEqual({ type: 'roll', table: 't', k: 4 });
    table.hear(batch({ n: 4, ms: 0, type: 'roll', seat: 0, k: 4, dice: [3, 5] }));
    await table.roll();
    expect(sent.at(-1)).toMatchObject({ k: 5 });
    table.hear(batch({ n: 5, ms: 0, type: 'act', seat: 0, action: 'a1-a4' }));
    await table.undo();
    expect(sent.at(-1)).toEqual({ type: 'undo', table: 't', at: 5 });
    table.hear(batch({ n: 6, ms: 0, type: 'undo', seat: 0 }));
    expect(table.line.map((event) => event.type)).toEqual(['roll', 'act', 'undo']);
  });
});
