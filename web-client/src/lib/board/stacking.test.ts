import { expect, test } from 'vitest';
import { arrange } from './stacking';

const show = (...sizes: number[]): string =>
  arrange(sizes.map((size) => ({ size })))
    .map(({ piece, raise, cover }) => `${piece.size}${cover?.size ?? ''}@${raise.toFixed(2)}`)
    .join(' ');

test('a larger piece slips over those below', () => {
  expect(show(1, 2, 3)).toBe('12@0.00 23@0.00 3@0.00');
  expect(show(1, 1, 3)).toBe('13@0.00 13@0.17 3@0.00');
});

test('any other rests on top, a small one near the tip of a large one', () => {
  expect(show(3, 2, 1)).toBe('3@0.00 2@0.27 1@0.54');
  expect(show(3, 1)).toBe('3@0.00 1@0.47');
  expect(show(1, 1, 2)).toBe('1@0.00 1@0.17 2@0.34');
});

test('every mark can be seen', () => {
  const marks = (...sizes: number[]): string =>
    arrange(sizes.map((size) => ({ size })))
      .map((one) => one.mark)
      .join(' ');
  expect(marks(2)).toBe('middle');
  expect(marks(1, 2, 3)).toBe('middle over over');
  expect(marks(3, 2, 1)).toBe('under under middle');
  expect(marks(1, 2, 2)).toBe('middle under middle');
});

test('a high stack is pressed together, and each piece is still above the one below', () => {
  const raises = arrange([3, 1, 1, 1, 1, 1, 1].map((size) => ({ size }))).map((one) => one.raise);
  expect(Math.max(...raises)).toBeCloseTo(1.15 - 0.48);
  expect(raises).toEqual(raises.toSorted((a, b) => a - b));
  expect(new Set(raises).size).toBe(raises.length);
});
