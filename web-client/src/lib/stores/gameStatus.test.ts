import { describe, expect, test } from 'vitest';
import { state } from '../testing/samples';
import type { Clocks, Event, OpenOffer } from '../protocol';
import { GameStatus } from './gameStatus.svelte';

const clocks: Clocks = { left_ms: [60_000, 50_000], running: 1 };
const draw: OpenOffer = { offer: 5, seat: 0, what: 'draw', agreed: [] };
const at = { n: 6, ms: 7_000 };
const outcome = { scores: [0, 0], ranks: [1, 1], reason: 'agreed' };

function set(more: Partial<typeof state> = {}): GameStatus {
  const gameStatus = new GameStatus();
  gameStatus.adopt({ ...state, ...more });
  return gameStatus;
}

test('a snapshot tells how all stands, and at what time', () => {
  const gameStatus = set({ clocks, ms: 4_000, offers: [draw], paused: true });
  expect(gameStatus.clocks).toEqual({ ...clocks, ms: 4_000 });
  expect(gameStatus.offers).toEqual([draw]);
  expect(gameStatus.paused).toBe(true);
});

test('every event brings the clocks as of its own time', () => {
  const gameStatus = set({ clocks, ms: 4_000 });
  gameStatus.apply({
    ...at,
    type: 'act',
    seat: 1,
    action: 'a1-b1',
    clocks: { ...clocks, running: 0 },
  });
  expect(gameStatus.clocks).toEqual({ ...clocks, running: 0, ms: 7_000 });
  gameStatus.apply({ ...at, n: 7, type: 'sit', seat: 0, player: { id: 'p', name: 'Ada' } });
  expect(gameStatus.clocks?.running).toBe(0);
});

describe('offers', () => {
  test('are those that the last event told of them', () => {
    const gameStatus = set();
    gameStatus.apply({ ...at, type: 'offer', seat: 0, what: 'draw', offers: [draw] });
    expect(gameStatus.offers).toEqual([draw]);
    gameStatus.apply({ ...at, n: 7, type: 'act', seat: 0, action: 'a1-b1' });
    expect(gameStatus.offers).toEqual([draw]);
    gameStatus.apply({ ...at, n: 8, type: 'act', seat: 1, action: 'a1-b1', offers: [] });
    expect(gameStatus.offers).toEqual([]);
  });

  test.each<[string, Event]>([
    ['declined', { ...at, type: 'answer', seat: 1, offer: 5, agree: false, offers: [] }],
    ['withdrawn', { ...at, type: 'withdraw', seat: 0, offer: 5, offers: [] }],
  ])('what was %s is remembered until somebody else moves', (_, event) => {
    const gameStatus = set({ offers: [draw] });
    gameStatus.apply(event);
    expect(gameStatus.declined).toMatchObject([{ seat: 0, what: 'draw' }]);
    gameStatus.apply({ ...at, n: 7, type: 'act', seat: 0, action: 'a1-b1' });
    expect(gameStatus.declined).toHaveLength(1);
    gameStatus.apply({ ...at, n: 8, type: 'act', seat: 1, action: 'a1-b1' });
    expect(gameStatus.declined).toEqual([]);
  });
});

describe('a pause', () => {
  test('lasts until somebody goes on, and both are noted', () => {
    const gameStatus = set();
    gameStatus.apply({ ...at, type: 'pause' });
    expect(gameStatus.paused).toBe(true);
    gameStatus.apply({ ...at, n: 7, type: 'resume', seat: 1 });
    expect(gameStatus.paused).toBe(false);
    expect(gameStatus.notes.map(({ type }) => type)).toEqual(['pause', 'resume']);
  });
});

test.each<[string, Event]>([
  ['finished', { ...at, type: 'finish', outcome }],
  ['aborted', { ...at, type: 'abort', seat: 1 }],
])('once it is %s no clock runs and nothing is asked', (_, event) => {
  const gameStatus = set({ clocks, offers: [draw], paused: true });
  gameStatus.apply(event);
  expect(gameStatus.clocks).toMatchObject({ left_ms: clocks.left_ms, running: null });
  expect(gameStatus.offers).toEqual([]);
  expect(gameStatus.paused).toBe(false);
  expect(gameStatus.aborted).toBe(event.type === 'abort' ? 1 : null);
});

test('a snapshot of a finished game has still clocks', () => {
  expect(set({ clocks, outcome }).clocks?.running).toBeNull();
});

test('whoever comes later is told what the clocks did not count', () => {
  const pause: Event = { ...at, type: 'pause' };
  expect(set({ line: [pause] }).notes).toEqual([pause]);
});

test('who is away is told as the house has it', () => {
  const gameStatus = set();
  gameStatus.presence = [{ state: 'here' }, { state: 'away', since_ms: 1, until_ms: 9 }];
  expect([0, 1, 7].map((seat) => gameStatus.absence(seat)?.until_ms)).toEqual([
    undefined,
    9,
    undefined,
  ]);
});

test('an absence of the house is noted', () => {
  const gameStatus = set();
  const outage: Event = { ...at, type: 'outage', credit_ms: 40_000, clocks };
  gameStatus.apply(outage);
  expect(gameStatus.notes).toEqual([outage]);
  expect(gameStatus.clocks?.ms).toBe(7_000);
});

describe('leave to analyse', () => {
  const allow: Event = { ...at, n: 12, type: 'allow_analysis' };
  const back: Event = { ...at, n: 15, type: 'takeback', seat: 0, actions: 1 };

  test('is for what came before it, until a turn is taken back or the game is over', () => {
    const gameStatus = set();
    expect(gameStatus.analysedUntil).toBeNull();
    gameStatus.apply(allow);
    gameStatus.apply({ ...at, n: 13, type: 'act', seat: 0, action: 'a1-b1' });
    expect(gameStatus.analysedUntil).toBe(12);
    gameStatus.apply({ ...allow, n: 14 });
    expect(gameStatus.analysedUntil).toBe(14);
    gameStatus.apply(back);
    expect(gameStatus.analysedUntil).toBeNull();
    gameStatus.apply({ ...allow, n: 16 });
    gameStatus.apply({ ...at, n: 17, type: 'finish', outcome });
    expect(gameStatus.analysedUntil).toBeNull();
  });

  test('is found in a snapshot', () => {
    expect(set({ line: [allow] }).analysedUntil).toBe(12);
    expect(set({ line: [allow, back] }).analysedUntil).toBeNull();
    expect(set({ line: [allow], outcome }).analysedUntil).toBeNull();
    expect(set({ line: [allow] }).notes).toEqual([allow]);
  });
});
