import { expect, test } from 'vitest';
import { game } from '../testing/samples';
import { listed, ordinal, outcomeWords, reasonWords, winnerWords } from './reasons';

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
  expect(reasonWords('empty', game)).toBe('One side of the board is empty.');
  expect(reasonWords('empty', game, 'Bob')).toBe('One side of the board is empty.');
  expect(reasonWords('resigned', game, 'Bob')).toBe('Bob resigned.');
  expect(reasonWords('timeout', undefined)).toBe('A player ran out of time.');
  expect(reasonWords('agreed', game)).toBe('The players agreed on a draw.');
});

test('a game that is not known yet, or ends in a way of its own that is not listed, has just ended', () => {
  expect(reasonWords('empty', undefined)).toBe('The game has ended.');
  expect(reasonWords('toString', game)).toBe('The game has ended.');
});

test('the whole result leaves out who left, which has been told', () => {
  const ended = (reason: string) => ({ scores: [3, 4], ranks: [2, 1], reason });
  expect(outcomeWords(ended('empty'), names, 1, [], game)).toBe(
    'You win! One side of the board is empty.',
  );
  expect(outcomeWords(ended('resigned'), names, null, [], game)).toBe('Bob wins.');
});

test('lists and ranks', () => {
  expect(listed(['Ada'])).toBe('Ada');
  expect(listed(['Ada', 'Bob', 'Cleo'])).toBe('Ada, Bob and Cleo');
  expect([1, 2, 3, 4].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th']);
});
