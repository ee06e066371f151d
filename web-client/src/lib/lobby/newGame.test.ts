import { expect, test } from 'vitest';
import { newGamePath, readOpponent } from './newGame';

test.each([
  ['anyone', {}, './new'],
  ['friend', {}, './new?with=friend'],
  ['device', { game: 'martian-go' }, './new?game=martian-go&with=device'],
  ['computer', { game: 'martian-go', seats: 3 }, './new?game=martian-go&seats=3&with=computer'],
] as const)('a game with %s has an address', (opponent, wish, path) => {
  expect(newGamePath(opponent, wish)).toBe(path);
  expect(readOpponent(path.slice('./new'.length))).toBe(opponent);
});

test('what makes no sense is a game with anyone', () => {
  expect(readOpponent('?with=a-dragon')).toBe('anyone');
});
