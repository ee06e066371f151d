import { describe, expect, test } from 'vitest';
import type { RatingPoint } from '../protocol';
import { curveOf, nearest } from './curve';

const frame = { width: 120, height: 120, left: 10, right: 10, top: 10, bottom: 10 };

function point(rating: number, deviation = 50): RatingPoint {
  const exact = { rating, deviation, volatility: 0.06 };
  return { number: 1, id: 'm', ms: 0, rating: { rating, deviation, provisional: false }, exact };
}

describe('a curve', () => {
  const { dots, line, band, rungs } = curveOf([point(1500), point(1600), point(1550)], frame);

  test('goes from left to right, higher ratings above', () => {
    expect(dots.map(({ x }) => x)).toEqual([10, 60, 110]);
    const [first, second, third] = dots.map(({ y }) => y) as [number, number, number];
    expect(second).toBeLessThan(third);
    expect(third).toBeLessThan(first);
    expect(line).toMatch(/^M10 [\d.]+L60 [\d.]+L110 [\d.]+$/);
  });

  test('has round figures at its side, a few, that hold all of it', () => {
    const figures = rungs.map(({ rating }) => rating);
    expect(figures).toEqual([1450, 1500, 1550, 1600, 1650]);
    expect([rungs[0]?.y, rungs.at(-1)?.y]).toEqual([110, 10]);
  });

  test('has a band about it', () => {
    expect(band).toMatch(/^M10 60L60 10L110 35L110 85L60 60L10 110Z$/);
  });
});

test('what nobody knows does not flatten it, and the band stays within', () => {
  const { rungs, band } = curveOf([point(1500, 350), point(1520, 290)], frame);
  expect(rungs.map(({ rating }) => rating)).toEqual([1300, 1400, 1500, 1600, 1700]);
  expect(band).toBe('M10 10L110 10L110 110L10 110Z');
});

test('a single game is a point in the middle', () => {
  const { dots, band } = curveOf([point(1500)], frame);
  expect(dots).toEqual([{ x: 60, y: 60 }]);
  expect(band).toBe('');
});

test('one points at the nearest', () => {
  const { dots } = curveOf([point(1500), point(1600), point(1550)], frame);
  expect([-5, 34, 36, 200].map((x) => nearest(dots, x))).toEqual([0, 0, 1, 2]);
});
