import { expect, test } from 'vitest';
import type { GameInfo } from '../protocol';
import { optionWords } from './options';

const game: GameInfo = {
  id: 'g',
  title: 'G',
  designer: 'D',
  summary: '',
  min_seats: 2,
  max_seats: 4,
  dice: false,
  loser_begins: false,
  reasons: [],
  rules_version: 1,
  options: [
    {
      name: 'rules',
      label: 'Rules',
      help: '',
      only_seats: [],
      kind: {
        type: 'choices',
        choices: [
          { value: 'classic', label: 'Classic', help: '' },
          { value: 'arcade', label: 'Arcade', help: '' },
        ],
      },
    },
    {
      name: 'teams',
      label: 'Teams',
      help: '',
      only_seats: [4],
      kind: { type: 'switch', default: false },
    },
  ],
};

test('only what differs from the default is worth a word', () => {
  expect(optionWords(game, {})).toBe('');
  expect(optionWords(game, { rules: 'classic', teams: false })).toBe('');
  expect(optionWords(game, { rules: 'arcade', teams: true })).toBe('arcade, teams');
});
