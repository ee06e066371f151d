import { expect, test } from 'vitest';
import { readFragment, writeFragment } from './tableFragment';

const seed = '0f'.repeat(32);

test.each([
  ['', {}],
  ['a-key', { key: 'a-key' }],
  ['seat=s', { seat: 's' }],
  [`seat=s&seed=${seed}`, { seat: 's', seed }],
  [`a-key&seat=s&seed=${seed}`, { key: 'a-key', seat: 's', seed }],
])('reads and writes %s', (hash, fragment) => {
  expect(readFragment(hash)).toEqual(fragment);
  expect(writeFragment(fragment)).toBe(hash);
});

test('what is no seed is passed over', () => {
  for (const bad of ['0f', seed.toUpperCase(), `${seed}00`]) {
    expect(readFragment(`seat=s&seed=${bad}`)).toEqual({ seat: 's' });
  }
  expect(readFragment('seat=&else=1')).toEqual({});
});
