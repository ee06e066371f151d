import { expect, test, vi } from 'vitest';
import type { Event, WhatIf } from '../../protocol';
import { MAX_SIDE_LINE } from '../../protocol';
import { Refusal } from '../../net/refusal';
import { layout, view } from '../../testing/samples';
import { SideLines, along } from './sideLines.svelte';
import { WhatIfBoard } from './whatIfBoard.svelte';
import type { Place } from './whatIfBoard.svelte';

/** What a server tells of any line: each entry notes its number as the score. */
function told(step: number, line: readonly string[]): WhatIf {
  const events = line.map((action, at): Event => ({
    n: at + 1,
    ms: 0,
    type: 'act',
    seat: 0,
    action,
    diff: { scores: [at + 1, 0] },
  }));
  const scores = [line.length, 0];
  return {
    step,
    steps: 9,
    start: { ...view, scores: [0, 0] },
    line: events,
    view: { ...view, scores },
    actions: ['a1-b1', 'pass'],
    ends: [],
    outcome: null,
  };
}

/** Somebody before a board, at a place that moves as the board says; and what was asked. */
function seated(from: Partial<Place> = {}) {
  const at: { place: Place } = { place: { ply: 4, line: [], shown: 0, ...from } };
  const ask = vi.fn((step: number, line: readonly string[]) => Promise.resolve(told(step, line)));
  const follow = vi.fn();
  const events: (Event | null)[] = [];
  const board = new WhatIfBoard(new SideLines(ask), {
    place: () => at.place,
    tokens: layout.tokens,
    onward: (entry) => (entry === 'pass' ? 5 : null),
    follow,
    go: (place, event) => {
      at.place = place;
      events.push(event);
    },
    brings: () => null,
  });
  return { at, ask, follow, events, board };
}

test('a move leaves the game for a side line, and the next one leads on along it', async () => {
  const { at, board, events } = seated();
  await board.play('a1-b1');
  expect(at.place).toEqual({ ply: 4, line: ['a1-b1'], shown: 1 });
  await board.play('pass');
  expect(at.place).toEqual({ ply: 4, line: ['a1-b1', 'pass'], shown: 2 });
  expect(events.map((event) => event?.n)).toEqual([1, 2]);
  expect(board.view?.scores).toEqual([2, 0]);
});

test('what the game itself went on with is no side line', async () => {
  const { at, ask, board, follow } = seated();
  await board.play('pass');
  expect(follow).toHaveBeenCalledWith(5);
  expect(ask).not.toHaveBeenCalled();
  expect(at.place.line).toEqual([]);
});

test('from the middle the same move goes along, and another begins a new end', async () => {
  const { at, ask, board } = seated({ line: ['a1-b1', 'pass'], shown: 0 });
  await board.fetch(at.place);
  await board.play('a1-b1');
  expect(at.place).toEqual({ ply: 4, line: ['a1-b1', 'pass'], shown: 1 });
  expect(ask).toHaveBeenCalledTimes(1);
  await board.play('a1-b1');
  expect(at.place).toEqual({ ply: 4, line: ['a1-b1', 'a1-b1'], shown: 2 });
});

test('steps go along the line, acted out forward alone, and leaving goes back to the game', async () => {
  const { at, board, events } = seated({ line: ['a1-b1', 'pass'], shown: 2 });
  await board.fetch(at.place);
  board.step(0);
  expect([at.place.shown, board.view?.scores]).toEqual([0, [0, 0]]);
  board.step(1);
  expect(events.map((event) => event?.n ?? null)).toEqual([null, 1]);
  board.leave();
  expect(at.place).toEqual({ ply: 4, line: [], shown: 0 });
  expect(board.view).toBeNull();
});

test('what can be done is asked for once, and offered where one is', async () => {
  const { at, ask, board } = seated();
  expect(board.picker).toBeNull();
  await board.prepare(at.place);
  await board.prepare(at.place);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(board.picker?.isOffered('pass')).toBe(true);
});

test('a move that cannot be played changes nothing and says why', async () => {
  const { at, ask, board } = seated();
  ask.mockRejectedValueOnce(new Refusal('unreachable', ''));
  await board.play('a1-b1');
  expect(at.place.line).toEqual([]);
  expect(board.asking.problem).toBe('The server cannot be reached just now.');
});

test('whoever has gone elsewhere before the answer stays there', async () => {
  const { at, ask, board } = seated();
  let answer: (found: WhatIf) => void = () => undefined;
  ask.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const played = board.play('a1-b1');
  at.place = { ply: 2, line: [], shown: 0 };
  answer(told(4, ['a1-b1']));
  await played;
  expect(at.place.ply).toBe(2);
});

test('a side line that is as long as one may be offers nothing more', async () => {
  const line = Array.from({ length: MAX_SIDE_LINE }, () => 'a1-b1');
  const { at, board } = seated({ line, shown: line.length });
  await board.fetch(at.place);
  expect([board.isFull, board.picker]).toEqual([true, null]);
});

test('dice are chosen where they are due', async () => {
  const { at, ask, board } = seated();
  const due = { ...view, turn: { phase: 'roll' as const, seat: 1 } };
  ask.mockResolvedValueOnce({ ...told(4, []), view: due, actions: [] });
  await board.prepare(at.place);
  expect([board.rolls, board.picker]).toEqual([true, null]);
});

test('a position along a line is folded from its beginning', () => {
  const whole = told(4, ['a1-b1', 'pass']);
  expect([0, 1, 2].map((shown) => along(whole, shown).scores)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
});
