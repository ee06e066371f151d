import { expect, test } from 'vitest';
import { layout } from '../testing/samples';
import { pieceWords, spaceWords } from './describe';

const names = ['Ada', 'Bob'];
const idle = { target: false, movable: false, picked: false };

test('what is on a space and what can be done with it', () => {
  const pawn = { stack: [{ size: 1 }] };
  expect(spaceWords(layout, 0, pawn, idle, names)).toBe('a 1, pawn');
  expect(spaceWords(layout, 0, pawn, { ...idle, movable: true }, names)).toBe(
    'a 1, pawn, can move',
  );
  expect(spaceWords(layout, 1, {}, { ...idle, target: true }, names)).toBe('b 1, empty, target');
  expect(spaceWords(layout, 1, {}, { ...idle, movable: true }, names)).toBe(
    'b 1, empty, can be picked',
  );
  expect(spaceWords(layout, 0, pawn, { ...idle, picked: true }, names)).toBe('a 1, pawn, picked');
});

test('whose ground a space is on', () => {
  const spaces = layout.spaces.map((space, zone) => ({ ...space, zone }));
  expect(spaceWords({ ...layout, spaces }, 1, {}, idle, names)).toBe("b 1, Bob's ground, empty");
  expect(spaceWords({ ...layout, spaces }, 2, {}, idle, names)).toBe('c 1, empty');
});

test('stacks are told from the top, and markers too', () => {
  const stack = [
    { size: 3, owner: 0 },
    { size: 1, owner: 1 },
  ];
  expect(spaceWords(layout, 0, { stack }, idle, names)).toBe(
    "a 1, stack, from the top: Bob's pawn, Ada's queen",
  );
  expect(spaceWords(layout, 0, { marker: 'null' }, idle, names)).toBe('a 1, hole');
  expect(pieceWords({ size: 2, owner: 0, points_at: 2 }, layout, names)).toBe(
    "Ada's drone pointing at c 1",
  );
});
