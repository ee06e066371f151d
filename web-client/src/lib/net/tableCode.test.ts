import { expect, test } from 'vitest';
import { isCode } from './tableCode';

test('a short address is told from an id and from nonsense', () => {
  for (const code of ['7QK3F', '7qk3f', '7QK-3F', 'ABCDEFGH', 'oil01'])
    expect(isCode(code)).toBe(true);
  for (const other of [
    '',
    '7QK3',
    '7QK3FABCD',
    '7QK 3F',
    '7QKÉF',
    '0193a1b2-c3d4-7000-8000-0123456789ab',
  ])
    expect(isCode(other)).toBe(false);
});
