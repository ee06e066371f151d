import { expect, test } from 'vitest';
import { CONFETTI_MS, scrapAt, scraps } from './confetti';

const half = (): number => 0.5;

test('scraps are thrown from both sides towards the middle, in all colours by turns', () => {
  const all = scraps(6, 3, half);
  expect(all.map(({ colour }) => colour)).toEqual([0, 1, 2, 0, 1, 2]);
  for (const scrap of all) {
    const early = scrapAt(scrap, 300, 1000, 800);
    expect(Math.abs(early.x - 500)).toBeLessThan(Math.abs(scrap.x * 1000 - 500));
    expect(early.y).toBeLessThan(scrap.y * 800);
  }
});

test('they come down again, and nothing is seen of them in the end', () => {
  for (const scrap of scraps(40, 1, Math.random)) {
    expect(scrapAt(scrap, 0, 1000, 800).opacity).toBe(1);
    const high = scrapAt(scrap, 800, 1000, 800);
    const end = scrapAt(scrap, CONFETTI_MS, 1000, 800);
    expect(end.y).toBeGreaterThan(high.y);
    expect(end.opacity).toBe(0);
  }
});

test('without a colour there is still one to take', () => {
  expect(scraps(2, 0, half).map(({ colour }) => colour)).toEqual([0, 0]);
});
