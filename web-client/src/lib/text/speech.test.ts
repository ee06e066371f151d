import { expect, test } from 'vitest';
import { events, game, layout } from '../testing/samples';
import type { Event, Layout } from '../protocol';
import { eventWords } from './speech';

const names = ['Ada', 'Bob'];
const watching = { names, me: null };
const asBob = { names, me: 1, game };
const at = (n: number): Event => events[n - 1] as Event;

test('moves and captures', () => {
  expect(eventWords(at(4), layout, asBob)).toBe('Ada moves pawn from a1 to b1.');
  expect(eventWords(at(5), layout, watching)).toBe(
    'Bob moves drone from c1 to b1 and captures pawn.',
  );
  expect(eventWords(at(5), layout, asBob)).toBe('You move drone from c1 to b1 and capture pawn.');
});

test('switches and buttons', () => {
  const clock = { ...at(4), action: 'a1-b1-clock' } as Event;
  expect(eventWords(clock, layout, watching)).toBe(
    'Ada moves pawn from a1 to b1 and start the countdown.',
  );
  const pass: Event = { n: 9, ms: 0, type: 'act', seat: 0, action: 'pass' };
  expect(eventWords(pass, layout, watching)).toBe('Ada: pass.');
});

test('the other motions', () => {
  const piece = { size: 1, owner: 0 };
  const act = (motions: Event['motions']): string =>
    eventWords({ ...at(4), motions } as Event, layout, watching);
  expect(act([{ type: 'lay', piece, space: 2 }])).toBe('Ada lays pawn on c1.');
  const pieces: Layout['pieces'] = ['small', 'medium', 'large'];
  const pointing = {
    ...at(4),
    motions: [{ type: 'lay', piece: { ...piece, points_at: 1 }, space: 2 }],
  };
  expect(eventWords(pointing as Event, { ...layout, pieces }, watching)).toBe(
    'Ada lays a small piece on c1, pointing at b1.',
  );
  expect(act([{ type: 'merge', size: 2, space: 0 }])).toBe('Ada makes a drone of two.');
  expect(act([{ type: 'sink', space: 0 }])).toBe('Ada sinks the stack on a1.');
  expect(act([{ type: 'hit', piece: { size: 1, owner: 1 }, space: 0, tray: 'waiting' }])).toBe(
    "Ada hits Bob's pawn on a1.",
  );
  expect(act([{ type: 'enter', piece, space: 0, tray: 'waiting' }])).toBe(
    'Ada brings pawn in on a1.',
  );
  expect(act([{ type: 'exit', piece, space: 0, tray: 'out' }])).toBe('Ada takes pawn off from a1.');
});

test('coming, going and ending', () => {
  expect(eventWords(at(1), null, watching)).toBe('Ada sits down.');
  const computer = { id: 'c3', name: 'Computer 3', computer: 3 };
  expect(eventWords({ ...at(1), player: computer } as Event, null, watching)).toBe(
    'Computer (level 3) sits down.',
  );
  expect(eventWords(at(3), layout, watching)).toBe('The game begins.');
  expect(
    eventWords({ n: 9, ms: 0, type: 'leave', seat: 1, reason: 'resigned' }, layout, watching),
  ).toBe('Bob resigned.');
  expect(eventWords(at(6), layout, asBob)).toBe(
    'The game is over. You win! One side of the board is empty.',
  );
});

test('sides that are taken', () => {
  // Bob sat at seat 1 until then, and the names are those of afterwards.
  const swap: Event = { n: 5, ms: 0, type: 'swap', seat: 1 };
  const after = ['Bob', 'Ada'];
  expect(eventWords(swap, layout, { names: after, me: null })).toBe('Bob takes the other side.');
  expect(eventWords(swap, layout, { names: after, me: 0 })).toBe('You take the other side.');
  expect(eventWords(swap, layout, { names: after, me: 1 })).toBe('Bob takes the other side.');
});
