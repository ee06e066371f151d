import { expect, test } from 'vitest';
import { slowLine } from './slowLine';

test('a line is told to be slow once it has been for ten seconds', () => {
  const line = slowLine();
  expect(line(900, 0)).toBeNull(); // the page's own start
  expect(line(300, 1_000)).toBeNull();
  expect(line(300, 10_900)).toBeNull();
  expect(line(310.4, 11_000)).toBe(310);
  expect(line(250, 12_000)).toBeNull(); // quick again
  expect(line(400, 13_000)).toBeNull();
  expect(line(400, 23_000)).toBe(400);
});
