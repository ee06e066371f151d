// Arrows. What actions would do, as shapes to be drawn over a board: ways, pieces that would come, and places that would be left.

import type { Motion, Pyramid } from '../protocol';
import type { Placed, Point } from './geometry';

/** An action that is shown, not taken: its motions, and whose it would be. */
export interface Suggestion {
  seat: number;
  motions: readonly Motion[];
}

/** A shape of one suggestion. `rank` counts suggestions from 0: the later, the fainter. */
export type Arrow = { rank: number; seat: number; unit: number } & (
  | { kind: 'way'; points: readonly Point[] }
  | { kind: 'piece'; piece: Pyramid; at: Placed }
  | { kind: 'ring'; at: Point }
);

/** An arrow starts and ends so far from the middle of a space, at scale 1, lest it hide what stands there. */
const [AWAY, SHORT] = [0.2, 0.06];

/** How long the head of an arrow is, at scale 1. */
const HEAD = 0.32;

/** The shapes of suggestions, in order. */
export function arrows(suggestions: readonly Suggestion[], spaces: readonly Placed[]): Arrow[] {
  return suggestions.flatMap(({ seat, motions }, rank) =>
    motions.flatMap((motion) => shapes(motion, spaces).map((shape) => ({ ...shape, rank, seat }))),
  );
}

type Shape = Arrow extends infer A ? (A extends Arrow ? Omit<A, 'rank' | 'seat'> : never) : never;

function shapes(motion: Motion, spaces: readonly Placed[]): Shape[] {
  if (motion.type === 'move') {
    const way = motion.path.map((space) => spaces[space]).filter((space) => space !== undefined);
    const unit = Math.min(...way.map((space) => space.unit));
    if (way.length < 2) return [];
    return [
      {
        kind: 'way',
        unit,
        points: trimmed(
          way.map((space) => space.centre),
          unit,
        ),
      },
    ];
  }
  if (motion.type === 'lay' || motion.type === 'enter') {
    const at = spaces[motion.space];
    return at ? [{ kind: 'piece', unit: at.unit, piece: motion.piece, at }] : [];
  }
  if (motion.type === 'exit') {
    const at = spaces[motion.space];
    return at ? [{ kind: 'ring', unit: at.unit, at: at.centre }] : [];
  }
  // What pieces meet at the end of a way needs no sign of its own.
  return [];
}

/** A way that leaves the middle of its first space and of its last one free. */
export function trimmed(way: readonly Point[], unit: number): Point[] {
  const points = [...way];
  const [first, second] = points;
  if (first && second) points[0] = towards(first, second, unit * AWAY);
  const [last, before] = [points.at(-1), points.at(-2)];
  if (last && before) points[points.length - 1] = towards(last, before, unit * SHORT);
  return points;
}

function towards([x, y]: Point, [tx, ty]: Point, by: number): Point {
  const length = Math.hypot(tx - x, ty - y);
  if (length === 0) return [x, y];
  const share = Math.min(by / length, 0.45);
  return [x + (tx - x) * share, y + (ty - y) * share];
}

/** The body of an arrow along a way: it ends within the head, so that the tip stays sharp. */
export function body(points: readonly Point[], unit: number): Point[] {
  const [tip, before] = [points.at(-1), points.at(-2)];
  if (!tip || !before) return [...points];
  return [...points.slice(0, -1), towards(tip, before, unit * HEAD * 0.7)];
}

/** The head of an arrow along a way, as a triangle's corners; nothing for a way of one point. */
export function head(points: readonly Point[], unit: number): Point[] {
  const [tip, before] = [points.at(-1), points.at(-2)];
  if (!tip || !before) return [];
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const wing = (turn: number): Point => [
    tip[0] - unit * HEAD * Math.cos(angle + turn),
    tip[1] - unit * HEAD * Math.sin(angle + turn),
  ];
  return [tip, wing(0.5), wing(-0.5)];
}
