import { expect, test } from 'vitest';
import { arrange } from './stacking';

const show = (...sizes: number[]): string =>
  arrange(sizes.map((size) => ({ size })))
    .map(({ piece, raise, covered }) => `${piece.size}${covered ? 'c' : ''}@${raise.toFixed(2)}`)
    .join(' ');

test('a larger piece slips over those below', () => {
  expect(show(1, 2, 3)).toBe('1c@0.00 2c@0.00 3@0.00');
  expect(show(1, 1, 3)).toBe('1c@0.00 1c@0.17 3@0.00');
});

test('any other rests on top', () => {
  expect(show(3, 2, 1)).toBe('3@0.00 2@0.17 1@0.34');
  expect(show(1, 1, 2)).toBe('1@0.00 1@0.17 2@0.34');
});

test('many are raised less', () => {
  expect(show(3, 1, 1, 1, 1, 1, 1)).toContain('1@0.51');
});
