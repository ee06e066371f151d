import { describe, expect, test } from 'vitest';
import vectors from '../../../../docs/dice-vectors.json';
import type { Verdict } from '../dice/transcript';
import type { DiceProof } from '../protocol';
import { alarmTitle, alarmWords, findingWords, fitWords, flawWords, verdictWords } from './dice';

const names = ['Ada', 'Bob'];
const asAda = { names, me: 0 };

const verdict: Verdict = {
  k: 3,
  seat: 1,
  dice: [2, 5],
  fits: true,
  witnessed: true,
  mover: 0,
  seal: 's',
  secret: 'x',
  waiting: 'a',
  share: 'b',
};

describe('a roll', () => {
  test.each<[words: string, change: Partial<Verdict>]>([
    ['Fair roll: sealed before you moved, and it matches.', {}],
    ['Fair roll: sealed before Bob moved, and it matches.', { mover: 1 }],
    ['Fair roll: sealed beforehand, and it matches.', { mover: null }],
    ['Fair roll: sealed while you were away, and it matches.', { witnessed: false }],
    ['Bob lost their part of this roll: it does not count.', { dice: null, share: null }],
    ['You lost your part of this roll: it does not count.', { dice: null, seat: 0 }],
    ['Something is wrong with this roll.', { fits: false }],
  ])('%s', (words, change) => {
    expect(verdictWords({ ...verdict, ...change }, asAda)).toBe(words);
  });

  test('of the house alone', () => {
    const alone = { ...verdict, waiting: null, share: null };
    expect(verdictWords(alone, asAda)).toContain('the server’s alone');
  });
});

test('an alarm says where, and that one may have been it oneself', () => {
  expect(alarmWords({ kind: 'seal', k: 3 })).toBe(
    'Roll 3: What the server opened is not what it had sealed.',
  );
  expect(alarmWords({ kind: 'own_lost', k: 0 })).toContain('on another device');
  expect(alarmTitle([{ kind: 'own_lost', k: 0 }])).toBe('Something was done in your name.');
  expect(
    alarmTitle([
      { kind: 'own_lost', k: 0 },
      { kind: 'dice', k: 1 },
    ]),
  ).toBe('The dice of this table do not add up.');
});

describe('a record', () => {
  const named = (name: string): DiceProof =>
    vectors.records.find((one) => one.name === name)?.record as DiceProof;

  test('that fits', () => {
    expect(fitWords(named('both seats add'))).toBe('All 4 rolls verified.');
    expect(fitWords(named('seat 1 adds nothing'))).toBe(
      'All 5 rolls verified, 1 of them void because a player’s share was missing. One player adds nothing to them.',
    );
    expect(fitWords(named('neither seat adds anything'))).toContain('Rolled by the server alone.');
  });

  test('that this browser has seen coming about', () => {
    const proof = named('both seats add');
    const words = (witnessed: number): string => findingWords({ fits: true, witnessed }, proof);
    expect(words(0)).toBe(fitWords(proof));
    expect(words(3)).toContain('knew 3 of their seals before');
    expect(words(4)).toContain('knew all of their seals before');
  });

  test('that does not fit', () => {
    const proof = named('both seats add');
    expect(flawWords({ kind: 'form' })).toBe('This is no record of dice that can be checked.');
    expect(findingWords({ fits: false, flaw: { kind: 'dice', k: 2 } }, proof)).toBe(
      'Roll 2: These are not the dice that the opened parts give.',
    );
    expect(findingWords({ fits: false, differs: 'game', k: 1 }, proof)).toContain('of this game');
    expect(findingWords({ fits: false, differs: 'seen', k: 1 }, proof)).toContain(
      'this browser saw',
    );
  });
});
