import { expect, test } from 'vitest';
import { decode, encode, isName } from './passkeys';

test('bytes are told in base64url and read back', () => {
  for (const text of ['', 'AA', '-_-_', 'AQIDBAU', '_w']) {
    expect(encode(decode(text).buffer)).toBe(text);
  }
  expect([...decode('-_8')]).toEqual([251, 255]);
});

test('a number is no name that a passkey could be for', () => {
  expect(['localhost', 'games.example.org', '7.example'].map(isName)).toEqual([true, true, true]);
  expect(['127.0.0.1', '192.168.1.5', '[::1]'].map(isName)).toEqual([false, false, false]);
});
