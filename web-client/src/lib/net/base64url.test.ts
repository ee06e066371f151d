import { expect, test } from 'vitest';
import { decode, encode } from './base64url';

test('bytes are told in base64url and read back', () => {
  for (const text of ['', 'AA', '-_-_', 'AQIDBAU', '_w']) {
    expect(encode(decode(text).buffer)).toBe(text);
  }
  expect([...decode('-_8')]).toEqual([251, 255]);
});
