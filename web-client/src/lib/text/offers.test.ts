import { expect, test } from 'vitest';
import type { OpenOffer } from '../protocol';
import { askWords, awaited, waitingWords } from './offers';

const names = ['Ada', 'Bob', 'Cleo', 'Dan'];
const watching = { names, me: null };
const asAda = { names, me: 0 };
const draw: OpenOffer = { offer: 9, seat: 0, what: 'draw', agreed: [2] };

test('what is asked', () => {
  expect(askWords(draw, asAda)).toBe('You offer a draw.');
  expect(askWords(draw, watching)).toBe('Ada offers a draw.');
  expect(askWords({ seat: 1, what: 'takeback' }, asAda)).toBe(
    'Bob asks to take their last turn back.',
  );
  expect(askWords({ seat: 1, what: 'pause' }, watching)).toBe('Bob asks for a pause.');
  expect(askWords({ seat: 1, what: 'analysis' }, asAda)).toBe(
    'Bob asks to have the game so far analysed, for all to see.',
  );
  expect(askWords({ seat: 1, what: 'lost' }, asAda)).toMatch(
    /^Bob asks for a re-roll: .* again\.$/,
  );
});

test('who is waited for: all who are in the game and have not said their part', () => {
  expect(awaited(draw, 4, [])).toEqual([1, 3]);
  expect(awaited(draw, 4, [3])).toEqual([1]);
  expect(awaited({ ...draw, agreed: [1, 2, 3] }, 4, [])).toEqual([]);
  expect(waitingWords([1, 3], asAda)).toBe('Waiting for Bob and Dan.');
  expect(waitingWords([1, 3], { names, me: 1 })).toBe('Waiting for Dan.');
  expect(waitingWords([1], { names, me: 1 })).toBe('');
});
