import { expect, test } from 'vitest';
import { info } from '../testing/samples';
import { ownGameWords } from './ownGame';

const playing = { ...info, status: 'playing' as const };
const turn = { phase: 'act' as const, seat: 0 };

test('whose turn it is at a table of one’s own', () => {
  expect(ownGameWords(playing, turn, turn.seat, false)).toEqual({ words: 'Your turn', mine: true });
  const other = ownGameWords(playing, turn, 1 - turn.seat, false);
  expect(other.mine).toBe(false);
  expect(other.words).toMatch(/turn$/);
});

test('a game that is paused waits for nobody', () => {
  const paused = { words: 'Paused', mine: false };
  expect(ownGameWords(playing, turn, turn.seat, true)).toEqual(paused);
  expect(ownGameWords(playing, turn, 1 - turn.seat, true)).toEqual(paused);
  // Whoever pauses a game that then ends has one that is over.
  const over = ownGameWords({ ...info, status: 'finished' }, turn, turn.seat, true);
  expect(over).toEqual({ words: 'Game over', mine: false });
});
