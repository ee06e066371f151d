import { expect, test } from 'vitest';
import { CHOICES, USUAL, readChosen } from './preferences';

test('until somebody chooses, everything is as usual, and turns by correspondence are confirmed', () => {
  expect(USUAL).toMatchObject({ scheme: 'system', confirm: 'correspondence', volume: 60 });
  expect(Object.keys(USUAL)).toHaveLength(Object.keys(CHOICES).length + 2);
});

test('of what was stored only what can be chosen is taken', () => {
  const chosen = { language: 'he', scheme: 'dark', auto_roll: true, volume: 0, silenced: ['low'] };
  expect(readChosen(chosen)).toEqual(chosen);
  const odd = {
    language: 'toString',
    scheme: 'sepia',
    auto_roll: 'yes',
    volume: 101,
    silenced: ['gong'],
    more: 1,
  };
  expect(readChosen(odd)).toEqual({ silenced: [] });
  for (const none of [null, undefined, 'dark', 7, []]) expect(readChosen(none)).toEqual({});
  expect(readChosen({ volume: 1.5, silenced: 'low' })).toEqual({});
});
