import { expect, test } from 'vitest';
import { restWords } from './watchers';

test.each([
  [{ count: 1, names: ['Eve'] }, ''],
  [{ count: 2, names: ['Eve'] }, 'And 1 other.'],
  [{ count: 9, names: ['Eve', 'Fay'] }, 'And 7 others.'],
  [{ count: 1, names: [] }, '1 guest without a name.'],
  [{ count: 3, names: [] }, '3 guests without a name.'],
  [{ count: 0, names: [] }, ''],
])('%j: %j', (watchers, words) => {
  expect(restWords(watchers)).toBe(words);
});
