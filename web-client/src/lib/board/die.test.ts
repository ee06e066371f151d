import { expect, test } from 'vitest';
import { EDGE_PATH, pipsPath } from './die';

test('a face has as many pips as it counts, each within its edge', () => {
  for (const face of [1, 2, 3, 4, 5, 6]) {
    const starts = [...pipsPath(face).matchAll(/M([\d.]+) ([\d.]+)/g)];
    expect(starts).toHaveLength(face);
    for (const [, x, y] of starts) {
      expect(Number(x)).toBeGreaterThan(5);
      expect(Number(y)).toBeLessThan(35);
    }
  }
  expect(pipsPath(7)).toBe('');
});

test('an edge goes round twice, outside and inside', () => {
  expect(EDGE_PATH.match(/z/g)).toHaveLength(2);
});
