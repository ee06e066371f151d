import { expect, test } from 'vitest';
import { Memory } from '../dice/memory';
import { Refusal } from '../net/refusal';
import type { Ok } from '../net/outbox';
import type { Command, Event, ServerMessage } from '../protocol';
import { events, info, state } from '../testing/samples';
import { TableStore } from './table.svelte';

const OK: Ok = { type: 'ok', id: 1 };
const snapshot: Extract<ServerMessage, { type: 'table' }> = {
  type: 'table',
  n: 3,
  info,
  game: state,
};
const move = events[3] as Event;

function told(event: Event): ServerMessage {
  return { type: 'events', table: 't', events: [event] };
}

function follow(answer: () => Promise<Ok> = () => Promise.resolve(OK)) {
  const sent: Command[] = [];
  const request = (command: Command): Promise<Ok> => {
    sent.push(command);
    return answer();
  };
  const onlooker = {
    player: () => undefined,
    memory: new Memory(() => localStorage),
    hasDice: () => Promise.resolve(false),
  };
  const replay = () => Promise.resolve({ info, events });
  return { table: new TableStore('t', { request }, replay, onlooker), sent };
}

test('players who change sides sit where the other did', async () => {
  const { table, sent } = follow();
  table.hear(snapshot);
  table.hear(told(move));
  const offer = { actions: ['c1-b1'], ends: [], undo: false, swap: true };
  table.hear({ type: 'choices', table: 't', at: 4, ...offer });
  await table.swap();
  expect(sent.at(-1)).toEqual({ type: 'swap', table: 't', at: 4 });
  expect(table.isSent).toBe(true);
  const swap: Event = { n: 5, ms: 0, type: 'swap', seat: 1 };
  table.hear(told(swap));
  const names = table.info?.seats.map((seat) => seat.state !== 'free' && seat.player.name);
  expect(names).toEqual(['Bob', 'Ada']);
  expect(table.line).toEqual([move, swap]);
  table.hear({ type: 'choices', table: 't', at: 5, ...offer });
  expect(table.offered).not.toBeNull();
});

test('a computer that takes a seat over sits there from then on', () => {
  const { table } = follow();
  table.hear(snapshot);
  table.hear(told(move));
  const player = { id: 'c3', name: 'Computer 3', computer: 3 };
  const of = { id: 'p1', name: 'Bob' };
  const takeover: Event = { n: 5, ms: 0, type: 'takeover', seat: 1, player, of };
  table.hear(told(takeover));
  expect(table.info?.seats[1]).toEqual({ state: 'taken', player });
  expect(table.line).toEqual([move, takeover]);
});

test('a swap that is refused leaves the choices', async () => {
  const refusal = new Refusal('paused', 'the game is paused');
  const { table } = follow(() => Promise.reject(refusal));
  table.hear(snapshot);
  table.hear(told(move));
  const choices = { actions: ['c1-b1'], ends: [], undo: false, swap: true };
  table.hear({ type: 'choices', table: 't', at: 4, ...choices });
  await expect(table.swap()).rejects.toBe(refusal);
  expect(table.offered).not.toBeNull();
});

test('notices whether it was there when the house sent everybody on', () => {
  const { table } = follow();
  table.hear({ ...snapshot, info: { ...info, rematch: 'next' } });
  expect([table.next, table.sentOn]).toEqual(['next', false]);
  table.hear({ type: 'rematch', table: 't', next: 'next' });
  expect(table.sentOn).toBe(true);
});
