// Chart geometry. A rating's curve, its band and its axis in pixels.

import type { RatingPoint } from '../protocol';

/** What a curve is drawn within, in pixels. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Dot {
  x: number;
  y: number;
}

/** A rating's course, ready to be drawn: each game a step, the first one left. */
export interface Curve {
  dots: readonly Dot[];
  line: string;
  /** Where the strength lies by two chances in three: a deviation up and down. */
  band: string;
  /** Round figures, with their heights. */
  rungs: readonly { y: number; rating: number }[];
}

/** Beyond this a deviation says no more than that nothing is known: the curve would be flat for its sake. */
const MOST_REACH = 120;
const STEPS = [10, 20, 50, 100, 200, 500, 1000];
const MOST_RUNGS = 5;

/** Draws a rating's course. */
export function curveOf(points: readonly RatingPoint[], frame: Frame): Curve {
  const reaches = points.map(({ rating }) => Math.min(rating.deviation, MOST_REACH));
  const ratings = points.map(({ rating }) => rating.rating);
  const [least, most, step] = scale(
    Math.min(...ratings.map((rating, index) => rating - (reaches[index] ?? 0))),
    Math.max(...ratings.map((rating, index) => rating + (reaches[index] ?? 0))),
  );
  const wide = frame.width - frame.left - frame.right;
  const high = frame.height - frame.top - frame.bottom;
  const x = (index: number): number =>
    frame.left + (points.length > 1 ? (index / (points.length - 1)) * wide : wide / 2);
  const y = (rating: number): number => {
    const inside = Math.min(Math.max(rating, least), most);
    return frame.top + ((most - inside) / (most - least)) * high;
  };
  const edge = (sign: number): Dot[] =>
    points.map(({ rating }, index) => ({
      x: x(index),
      y: y(rating.rating + sign * rating.deviation),
    }));
  const dots = ratings.map((rating, index) => ({ x: x(index), y: y(rating) }));
  const rungs = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, count) => {
    const rating = least + count * step;
    return { y: y(rating), rating };
  });
  return {
    dots,
    line: path(dots),
    band: points.length > 1 ? `${path([...edge(1), ...edge(-1).reverse()])}Z` : '',
    rungs,
  };
}

/** Round figures below and above, and how far apart those between them are. */
function scale(least: number, most: number): [least: number, most: number, step: number] {
  const step = STEPS.find((one) => (most - least) / one <= MOST_RUNGS - 1) ?? 2000;
  return [Math.floor(least / step) * step, Math.ceil(most / step) * step, step];
}

function path(dots: readonly Dot[]): string {
  return dots.map(({ x, y }, index) => `${index ? 'L' : 'M'}${tenth(x)} ${tenth(y)}`).join('');
}

function tenth(figure: number): number {
  return Math.round(figure * 10) / 10;
}

/** Which point is nearest to where one points. */
export function nearest(dots: readonly Dot[], x: number): number {
  const gaps = dots.map((dot) => Math.abs(dot.x - x));
  return gaps.indexOf(Math.min(...gaps));
}
