// Piece outlines. A pyramid's sides, pips and mark, standing or lying.

import type { Point } from './geometry';

/** A pyramid's measures at scale 1, by size: base and height standing, length and width lying. */
export const STANDING: Record<number, Point> = { 1: [0.38, 0.48], 2: [0.54, 0.68], 3: [0.7, 0.88] };
export const LYING: Record<number, Point> = { 1: [0.5, 0.34], 2: [0.68, 0.46], 3: [0.86, 0.6] };

/** How far below a space's centre the ground is on which pieces stand. */
export const GROUND = 0.37;

/** What is drawn of one pyramid, around its own origin. */
export interface Shape {
  left: Point[];
  right: Point[];
  /** The light along the edge between the faces: a sliver. */
  ridge: Point[];
  outline: Point[];
  /** One to three, telling the size. */
  pips: Point[];
  pip: number;
  /** Where the owner's mark goes, and how large. */
  mark: Point;
  markSize: number;
}

/** Where a standing pyramid's mark is clear of others: over those that it covers, under those that rest on it. */
export type MarkPlace = 'middle' | 'over' | 'under';

/** A standing pyramid seen from the side; the origin is the middle of its foot. */
export function standing(size: number, unit: number, place: MarkPlace = 'middle'): Shape {
  const [base, height] = scaled(STANDING[size], unit);
  const apex: Point = [0, -height];
  const west: Point = [-base / 2, -height * 0.05];
  const east: Point = [base / 2, -height * 0.1];
  const foot: Point = [base * 0.15, height * 0.015];
  const pip = unit * 0.034;
  const along = { from: mix(west, foot, 0.14), to: mix(west, foot, 0.9) };
  const lift = pip * 2.2;
  const pips = spread(size, along.from, along.to, pip * 3.3).map(([x, y]): Point => [x, y - lift]);
  return {
    left: [apex, west, foot],
    right: [apex, foot, east],
    ridge: [apex, mix(foot, west, 0.05), foot, mix(foot, east, 0.04)],
    outline: [apex, west, foot, east],
    pips,
    pip,
    mark: {
      middle: mix(mix(west, foot, 0.56), apex, 0.4),
      over: mix(mix(west, foot, 0.56), apex, 0.6),
      under: mix(mix(foot, east, 0.5), apex, 0.11),
    }[place],
    markSize: unit * (0.026 + 0.011 * size) * { middle: 1, over: 0.8, under: 0.7 }[place],
  };
}

/** A lying pyramid seen from above; the origin is its middle, the tip points along `angle`. */
export function lying(size: number, unit: number, angle: number): Shape {
  const [length, width] = scaled(LYING[size], unit);
  const at = (x: number, y: number): Point => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
  ];
  const tip = at(length / 2, 0);
  const butt = at(-length / 2, 0);
  const sides = [at(-length / 2, -width / 2), at(-length / 2, width / 2)];
  // The light comes from the left (and a little from above), whichever way the piece lies.
  sides.sort((a, b) => a[0] * 2 + a[1] - (b[0] * 2 + b[1]));
  const [lit, shaded] = [sides[0] ?? butt, sides[1] ?? butt];
  const pip = unit * 0.032;
  const inset = -length / 2 + pip * 2;
  return {
    left: [tip, lit, butt],
    right: [tip, butt, shaded],
    ridge: [tip, mix(butt, lit, 0.07), mix(butt, shaded, 0.05)],
    outline: [tip, lit, butt, shaded],
    pips: spread(size, at(inset, -width / 2), at(inset, width / 2), pip * 3.2),
    pip,
    mark: at(-length * 0.1, 0),
    markSize: unit * (0.034 + 0.01 * size),
  };
}

/** So many points around the middle of a line, `gap` apart at most. */
function spread(count: number, from: Point, to: Point, gap: number): Point[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const step = Math.min(gap / length, 1 / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) =>
    mix(from, to, 0.5 + (index - (count - 1) / 2) * step),
  );
}

function scaled(measures: Point | undefined, unit: number): Point {
  const [a, b] = measures ?? [0.5, 0.64];
  return [a * unit, b * unit];
}

function mix(a: Point, b: Point, share: number): Point {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}
