import { describe, expect, test } from 'vitest';
import type { ChatLine, Room } from '../protocol';
import { ChatStore, roomsOf } from './chat.svelte';

const ada = { id: 'p0', name: 'Ada' };
const bob = { id: 'p1', name: 'Bob' };
const said = (n: number, player = ada): ChatLine => ({
  n,
  ms: n,
  player,
  words: { type: 'phrase', phrase: 'hello' },
});
const chat = (room: Room, ...lines: ChatLine[]) =>
  ({ type: 'chat', table: 't', room, lines }) as const;
const nobody = (): boolean => false;

function set() {
  const store = new ChatStore();
  const told: [number, Room][] = [];
  store.said.subscribe((line, room) => told.push([line.n, room]));
  return { store, told };
}

describe('what is said', () => {
  test('before one came is known, but neither new nor told', () => {
    const { store, told } = set();
    store.hear(chat('players', said(7)));
    store.settle();
    expect(store.players.lines).toHaveLength(1);
    expect(store.unseen('players', 'p1', nobody)).toBe(0);
    expect(told).toEqual([]);
  });

  test('is told as it comes, once, each room by itself', () => {
    const { store, told } = set();
    store.settle();
    store.hear(chat('players', said(1)));
    store.hear(chat('watchers', said(1)));
    store.hear(chat('players', said(1)));
    expect(told).toEqual([
      [1, 'players'],
      [1, 'watchers'],
    ]);
    expect(store.players.lines).toHaveLength(1);
  });

  test('during a break is new, and not told all over again', () => {
    const { store, told } = set();
    store.settle();
    store.hear(chat('players', said(1)));
    store.see('players');
    store.hear(chat('players', said(1), said(2), said(3)));
    expect(store.players.lines.map((line) => line.n)).toEqual([1, 2, 3]);
    expect(store.unseen('players', 'p1', nobody)).toBe(2);
    expect(told).toHaveLength(1);
  });

  test('by oneself, or by who is muted, is nothing new', () => {
    const { store } = set();
    store.settle();
    store.hear(chat('players', said(1, ada), said(2, bob), said(3, bob)));
    expect(store.unseen('players', 'p0', nobody)).toBe(2);
    expect(store.unseen('players', 'p0', (player) => player === bob)).toBe(0);
    store.see('players');
    expect(store.unseen('players', 'p1', nobody)).toBe(0);
  });

  test('is not kept for ever', () => {
    const { store } = set();
    store.hear(chat('watchers', ...Array.from({ length: 250 }, (_, n) => said(n + 1))));
    expect(store.watchers.lines).toHaveLength(200);
    expect(store.watchers.last).toBe(250);
  });
});

test('players hear the watchers only once it is over', () => {
  expect(roomsOf(0, 'open')).toEqual(['players']);
  expect(roomsOf(0, 'playing')).toEqual(['players']);
  expect(roomsOf(0, 'finished')).toEqual(['players', 'watchers']);
  expect(roomsOf(0, 'aborted')).toEqual(['players', 'watchers']);
  expect(roomsOf(null, 'playing')).toEqual(['watchers']);
  expect(roomsOf(null, 'finished')).toEqual(['watchers']);
});
