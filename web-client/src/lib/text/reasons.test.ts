import { expect, test } from 'vitest';
import { listed, ordinal, reasonWords, winnerWords } from './reasons';

const names = ['Ada', 'Bob', 'Cleo', 'Dan'];

test('who won', () => {
  expect(winnerWords([1, 2], names, null)).toBe('Ada wins.');
  expect(winnerWords([1, 2], names, 0)).toBe('You win!');
  expect(winnerWords([1, 1], names, 0)).toBe('A draw.');
  expect(winnerWords([2, 2], names, 0)).toBe('Nobody wins.');
  expect(winnerWords([1, 1, 3], names, 1)).toBe('You and Ada share the win.');
  expect(winnerWords([1, 3, 1, 3], names, null, [0, 1, 0, 1])).toBe('Ada and Cleo win.');
});

test('why it ended', () => {
  expect(reasonWords('clock')).toBe('The countdown ran out.');
  expect(reasonWords('resigned', 'Bob')).toBe('Bob resigned.');
  expect(reasonWords('empty', 'Bob')).toBe('One side of the board is empty.');
});

test('lists and ranks', () => {
  expect(listed(['Ada'])).toBe('Ada');
  expect(listed(['Ada', 'Bob', 'Cleo'])).toBe('Ada, Bob and Cleo');
  expect([1, 2, 3, 4].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th']);
});
