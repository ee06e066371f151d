import { expect, test } from 'vitest';
import { game } from '../testing/samples';
import { optionWords } from './options';

test('only what differs from the default is worth a word', () => {
  expect(optionWords(game, {})).toBe('');
  expect(optionWords(game, { rules: 'classic', teams: false })).toBe('');
  expect(optionWords(game, { rules: 'arcade', teams: true })).toBe('arcade, teams');
});
