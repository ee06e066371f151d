import { expect, test } from 'vitest';
import type { View } from '../protocol';
import { fold } from './fold';

const view: View = {
  spaces: [{ stack: [{ size: 1 }] }, {}, { marker: 'root' }],
  trays: [
    [0, 0, 0],
    [1, 0, 0],
  ],
  dice: [],
  scores: [0, 1],
  counters: [3, null],
  turn: { phase: 'act', seat: 0 },
  asks: [{ ask: 'choose' }],
  last: [],
  left: [],
};

test('nothing to fold leaves the very same view', () => {
  expect(fold(view, undefined)).toBe(view);
});

test('spaces and trays are replaced by their place, all else is shared', () => {
  const next = fold(view, {
    spaces: [
      [0, {}],
      [1, { stack: [{ size: 1 }] }],
    ],
    trays: [[0, [0, 2, 0]]],
  });
  expect(next.spaces).toEqual([{}, { stack: [{ size: 1 }] }, { marker: 'root' }]);
  expect(next.trays).toEqual([
    [0, 2, 0],
    [1, 0, 0],
  ]);
  expect(next.scores).toBe(view.scores);
  expect(next.spaces[2]).toBe(view.spaces[2]);
  expect(view.spaces[0]).toEqual({ stack: [{ size: 1 }] });
});

test('lists are replaced whole, empty ones too', () => {
  const marked = fold(view, {
    last: [{ seat: 0, spaces: [0, 1] }],
    counters: [null, 2],
    dice: [{ face: 3, spent: true, seat: 0 }],
    scores: [4, 1],
    turn: { phase: 'over' },
    left: [1],
  });
  expect(marked).toMatchObject({ counters: [null, 2], scores: [4, 1], left: [1] });
  expect(marked.turn).toEqual({ phase: 'over' });
  expect(fold(marked, { last: [], dice: [] })).toMatchObject({ last: [], dice: [] });
});

test('places that the layout does not have are passed over', () => {
  const next = fold(view, { spaces: [[9, { marker: 'null' }]] });
  expect(next.spaces).toHaveLength(3);
});
