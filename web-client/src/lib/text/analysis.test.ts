import { expect, test } from 'vitest';
import { analysis, layout } from '../testing/samples';
import { choiceWords, percent, valueWords } from './analysis';
import { tokenMap } from './notation';

const names = ['Ada', 'Bob'];
const tokens = tokenMap(layout.tokens);
/** With plain spaces where lines must not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const words = analysis.positions.map((position) => plain(choiceWords(position, names, tokens)));

test('values are told in parts of a hundred', () => {
  expect([0, 0.426, 1].map((part) => plain(percent(part)))).toEqual(['0 %', '43 %', '100 %']);
  expect(plain(valueWords([0.4, 0.6], names))).toBe('Ada 40 %, Bob 60 %');
});

test('a choice is told with what would have been better', () => {
  expect(words).toEqual([
    'Ada: a1 b1. The best move.',
    'Bob: Pass. Better: c1 b1 (60 % instead of 25 %).',
    'Ada: b1 c1. As good as any.',
  ]);
});
