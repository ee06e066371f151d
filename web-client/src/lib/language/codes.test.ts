import { expect, test } from 'vitest';
import { lookUp, messageName } from './codes';

test.each([
  ['martian-chess', 'martianChess'],
  ['Lay a null', 'layANull'],
  ['centre', 'centre'],
])('%s is known as %s', (served, name) => {
  expect(messageName(served)).toBe(name);
});

test('what is not known is nothing, even if every object has it', () => {
  expect(lookUp({ freeRoot: 1 }, 'free-root')).toBe(1);
  expect(lookUp<number>({ freeRoot: 1 }, 'toString')).toBeUndefined();
});
