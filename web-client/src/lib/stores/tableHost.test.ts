import { describe, expect, test } from 'vitest';
import { Memory } from '../dice/memory';
import { events, info, layout, state } from '../testing/samples';
import type { Command, Event, ServerMessage } from '../protocol';
import { TableStore } from './table.svelte';

function batch(...some: Event[]): ServerMessage {
  return { type: 'events', table: 't', events: some };
}

function set() {
  const sent: Command[] = [];
  const request = (command: Command) => {
    sent.push(command);
    return Promise.resolve({ type: 'ok' as const, id: 1 });
  };
  const onlooker = {
    player: () => undefined,
    memory: new Memory(() => localStorage),
    hasDice: () => Promise.resolve(false),
  };
  const replay = () => Promise.resolve({ info, events });
  return { table: new TableStore('t', { request }, replay, onlooker, 'key'), sent };
}

const start = events[2] as Event;

describe('the host', () => {
  const three = [...info.seats, { state: 'free' as const }].reverse();
  const open = { ...info, status: 'open' as const, seats: three, first: 1 };
  const preview = { layout, view: state.view, ready: [false, true, false], sat: [2, 1] };

  test('is who has sat there the longest', () => {
    const { table } = set();
    table.hear({ type: 'table', n: 3, info: open, preview });
    expect(table.host).toBe(2);
    table.hear(batch({ n: 4, ms: 0, type: 'stand', seat: 2 }));
    expect(table.host).toBe(1);
    const player = { id: 'p2', name: 'Cleo' };
    table.hear(batch({ n: 5, ms: 0, type: 'sit', seat: 0, player }));
    expect(table.preview?.sat).toEqual([1, 0]);
  });

  test('is never a computer, though it came first', () => {
    const { table } = set();
    const player = { id: 'c3', name: 'Computer 3', computer: 3 };
    const seats = open.seats.with(2, { state: 'taken', player });
    table.hear({ type: 'table', n: 3, info: { ...open, seats }, preview });
    expect(table.host).toBe(1);
    table.hear(batch({ n: 4, ms: 0, type: 'stand', seat: 1 }));
    expect(table.host).toBeNull();
  });

  test('may begin with fewer: the seats are numbered anew, and their board is asked for', async () => {
    const { table, sent } = set();
    table.hear({ type: 'table', n: 3, info: open, preview });
    table.hear(batch({ n: 4, ms: 0, type: 'fewer', seats: [1, 2] }));
    expect(table.info?.seats).toEqual([three[1], three[2]]);
    expect(table.info?.first).toBe(0);
    expect(table.preview?.sat).toEqual([1, 0]);
    expect(table.preview?.ready).toEqual([true, false]);
    expect(sent).toEqual([{ type: 'watch', table: 't', key: 'key' }]);
    await Promise.resolve();
  });

  test.each([
    ['two of three show no ratings of games of more', 3, undefined],
    [
      'three of four show what they sat down with',
      4,
      { rating: 1523, deviation: 60, provisional: false },
    ],
  ])('begins early: %s', (_, count, shown) => {
    const { table } = set();
    const rating = { rating: 1523, deviation: 60, provisional: false };
    const player = { id: 'p1', name: 'Ben' };
    const seats = Array.from({ length: count }, () => ({
      state: 'taken' as const,
      player,
      rating,
    }));
    table.hear({ type: 'table', n: 3, info: { ...open, seats }, preview });
    const stay = seats.slice(1).map((_, seat) => seat);
    table.hear(batch({ n: 4, ms: 0, type: 'fewer', seats: stay }));
    const told = { state: 'taken', player, ...(shown ? { rating: shown } : {}) };
    expect(table.info?.seats).toEqual(stay.map(() => told));
  });

  test('without dice the board comes with the start, and need not be asked for', () => {
    const { table, sent } = set();
    table.hear({ type: 'table', n: 1, info: open, preview });
    table.hear(batch({ n: 2, ms: 0, type: 'fewer', seats: [1, 2] }, { ...start, n: 3 } as Event));
    expect(table.info).toMatchObject({ status: 'playing', first: 0 });
    expect(table.host).toBeNull();
    expect(sent).toEqual([]);
  });
});
