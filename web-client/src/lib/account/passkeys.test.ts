import { expect, test } from 'vitest';
import { isName } from './passkeys';

test('a number is no name that a passkey could be for', () => {
  expect(['localhost', 'games.example.org', '7.example'].map(isName)).toEqual([true, true, true]);
  expect(['127.0.0.1', '192.168.1.5', '[::1]'].map(isName)).toEqual([false, false, false]);
});
