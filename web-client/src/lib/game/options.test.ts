import { expect, test } from 'vitest';
import { game } from '../testing/samples';
import { chosenOf, optionsFor } from './options';

test('an option for four seats is there with four', () => {
  expect(optionsFor(game, 2).map(({ name }) => name)).toEqual(['rules']);
  expect(optionsFor(game, 4).map(({ name }) => name)).toEqual(['rules', 'teams']);
  expect(optionsFor(undefined, 2)).toEqual([]);
});

test('what was chosen of an option that is gone is not asked for', () => {
  const values = { rules: 'arcade', teams: true };
  expect(chosenOf(optionsFor(game, 4), values)).toEqual(values);
  expect(chosenOf(optionsFor(game, 2), values)).toEqual({ rules: 'arcade' });
  expect(chosenOf(optionsFor(game, 4), {})).toEqual({});
});
