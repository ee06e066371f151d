import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { lagSign, lagWords, noteWords, talkWords } from './talk';

const names = ['Ada', 'Bob'];
const asBob = { names, me: 1 };
const at = { n: 9, ms: 0 };

test.each<[Event, string, string]>([
  [{ ...at, type: 'offer', seat: 0, what: 'draw' }, 'Ada offers a draw.', 'Ada offers a draw.'],
  [{ ...at, type: 'answer', seat: 1, offer: 9, agree: true }, 'You agree.', 'Bob agrees.'],
  [{ ...at, type: 'answer', seat: 1, offer: 9, agree: false }, 'You decline.', 'Bob declines.'],
  [
    { ...at, type: 'withdraw', seat: 1, offer: 9 },
    'You take your offer back.',
    'Bob takes the offer back.',
  ],
  [
    { ...at, type: 'takeback', seat: 1, actions: 1 },
    'Your last turn is taken back.',
    'Bob’s last turn is taken back.',
  ],
  [
    { ...at, type: 'allow_analysis' },
    'All agree: the game so far may be analysed.',
    'All agree: the game so far may be analysed.',
  ],
  [{ ...at, type: 'pause' }, 'The game is paused.', 'The game is paused.'],
  [{ ...at, type: 'resume', seat: 1 }, 'You resume the game.', 'Bob resumes the game.'],
  [
    { ...at, type: 'abort', seat: 0 },
    'Ada ends the game without a result.',
    'Ada ends the game without a result.',
  ],
  [{ ...at, type: 'stand', seat: 0 }, '', ''],
])('%o is told to who takes part and to others', (event, own, others) => {
  expect(talkWords(event, asBob)).toBe(own);
  expect(talkWords(event, { names, me: null })).toBe(others);
});

test('an absence of the house is told, in speech and in the list', () => {
  const outage = { ...at, type: 'outage', credit_ms: 40_200 } as const;
  const words = 'Server restarted (40 s). Clocks were stopped.';
  expect(talkWords(outage, asBob)).toBe(words);
  expect(noteWords(outage, names)).toBe(words);
  expect(noteWords({ ...outage, credit_ms: 200_000 }, names)).toContain('3 min 20 s');
  expect(noteWords({ ...outage, credit_ms: 90 }, names)).toContain('(1 s)');
});

test('a pause is noted, and leave to analyse', () => {
  expect(noteWords({ ...at, type: 'allow_analysis' }, names)).toBe('Analysis agreed on');
  expect(noteWords({ ...at, type: 'pause' }, names)).toBe('Paused by agreement');
  expect(noteWords({ ...at, type: 'resume', seat: 0 }, names)).toBe('Ada resumed');
});

test('lag given back is told where it shows', () => {
  expect(lagWords(212)).toBe('0.2 s of lag given back');
  expect(lagSign(212)).toBe('+0.2 s');
  expect(lagWords(undefined)).toBe('');
  expect(lagSign(49)).toBe('');
});
