import { expect, test } from 'vitest';
import { fold } from '../replay/fold';
import { events, view } from '../testing/samples';
import { difference } from './difference';

const moved = fold(view, events[3]?.diff);
const captured = fold(moved, events[4]?.diff);

test('a move taken back is walked back', () => {
  expect(difference(moved, view)).toEqual([{ type: 'move', piece: { size: 1 }, path: [1, 0] }]);
});

test('a captured piece comes again where it stood', () => {
  expect(difference(captured, moved)).toEqual([
    { type: 'lay', piece: { size: 1 }, space: 1 },
    { type: 'move', piece: { size: 2 }, path: [1, 2] },
  ]);
});

test('a piece that was laid goes again', () => {
  const laid = fold(view, { spaces: [[1, { stack: [{ size: 3, owner: 0 }] }]] });
  expect(difference(laid, view)).toEqual([
    { type: 'capture', piece: { size: 3, owner: 0 }, space: 1 },
  ]);
});

test('pieces of several owners are not mistaken for each other', () => {
  const [mine, theirs] = [
    { size: 1, owner: 0 },
    { size: 1, owner: 1 },
  ];
  const before = fold(view, {
    spaces: [
      [0, { stack: [mine] }],
      [1, { stack: [theirs] }],
    ],
  });
  const after = fold(view, {
    spaces: [
      [0, { stack: [theirs] }],
      [1, { stack: [mine] }],
    ],
  });
  expect(difference(before, after)).toEqual([
    { type: 'move', piece: theirs, path: [1, 0] },
    { type: 'move', piece: mine, path: [0, 1] },
  ]);
});

test('between equal views nothing moves', () => {
  expect(difference(view, view)).toEqual([]);
});
