import { expect, test } from 'vitest';
import { isUuid, uuid } from './uuid';

test('a random uuid of version 4', () => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(uuid()).toMatch(pattern);
  expect(uuid()).not.toBe(uuid());
});

test('what is no id is known for none', () => {
  expect(isUuid(uuid())).toBe(true);
  for (const text of ['', 'nonsense', `${uuid()}0`, uuid().slice(1)])
    expect(isUuid(text)).toBe(false);
});
