import { expect, test } from 'vitest';
import { uuid } from './uuid';

test('a random uuid of version 4', () => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(uuid()).toMatch(pattern);
  expect(uuid()).not.toBe(uuid());
});
