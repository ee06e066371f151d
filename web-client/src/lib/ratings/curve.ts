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

export interface Place {
  x: number;
  y: number;
}

/** A rating's course, ready to be drawn: each game a step, the first one left. */
export interface Curve {
  places: readonly Place[];
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
    Math.min(...ratings.map((rating, place) => rating - (reaches[place] ?? 0))),
    Math.max(...ratings.map((rating, place) => rating + (reaches[place] ?? 0))),
  );
  const wide = frame.width - frame.left - frame.right;
  const high = frame.height - frame.top - frame.bottom;
  const x = (place: number): number =>
    frame.left + (points.length > 1 ? (place / (points.length - 1)) * wide : wide / 2);
  const y = (rating: number): number => {
    const inside = Math.min(Math.max(rating, least), most);
    return frame.top + ((most - inside) / (most - least)) * high;
  };
  const edge = (sign: number): Place[] =>
    points.map(({ rating }, place) => ({
      x: x(place),
      y: y(rating.rating + sign * rating.deviation),
    }));
  const places = ratings.map((rating, place) => ({ x: x(place), y: y(rating) }));
  const rungs = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, count) => {
    const rating = least + count * step;
    return { y: y(rating), rating };
  });
  return {
    places,
    line: path(places),
    band: points.length > 1 ? `${path([...edge(1), ...edge(-1).reverse()])}Z` : '',
    rungs,
  };
}

/** Round figures below and above, and how far apart those between them are. */
function scale(least: number, most: number): [least: number, most: number, step: number] {
  const step = STEPS.find((one) => (most - least) / one <= MOST_RUNGS - 1) ?? 2000;
  return [Math.floor(least / step) * step, Math.ceil(most / step) * step, step];
}

function path(places: readonly Place[]): string {
  return places.map(({ x, y }, place) => `${place ? 'L' : 'M'}${tenth(x)} ${tenth(y)}`).join('');
}

function tenth(figure: number): number {
  return Math.round(figure * 10) / 10;
}

/** Which point is nearest to where one points. */
export function nearest(places: readonly Place[], x: number): number {
  const gaps = places.map((place) => Math.abs(place.x - x));
  return gaps.indexOf(Math.min(...gaps));
}
