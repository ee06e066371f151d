// Value curve geometry. What a game was worth to each seat, along its steps, in pixels.

import type { MatchAnalysis } from '../protocol';

/** One point of the curve: after so many steps, what it was worth to each seat. */
export interface ValuePoint {
  ply: number;
  values: readonly number[];
}

/** What the curve is drawn within, in pixels. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Every position that was looked at, and the end of the game, after all its steps. */
export function valuePoints(analysis: MatchAnalysis, plies: number): ValuePoint[] {
  const points = analysis.positions.map(({ step, values }) => ({ ply: step, values }));
  return [...points, { ply: plies, values: analysis.end }];
}

/** Where so many steps are, from left to right. */
export function across(ply: number, plies: number, frame: Frame): number {
  const wide = frame.width - frame.left - frame.right;
  return tenth(frame.left + (plies > 0 ? (ply / plies) * wide : wide / 2));
}

/** Where a part of the victory is, from the bottom up. */
export function height(value: number, frame: Frame): number {
  const high = frame.height - frame.top - frame.bottom;
  return tenth(frame.top + (1 - Math.min(Math.max(value, 0), 1)) * high);
}

/** One seat's line. */
export function linePath(
  points: readonly ValuePoint[],
  seat: number,
  plies: number,
  frame: Frame,
): string {
  return points
    .map(({ ply, values }, index) => {
      const [x, y] = [across(ply, plies, frame), height(values[seat] ?? 0, frame)];
      return `${index > 0 ? 'L' : 'M'}${x} ${y}`;
    })
    .join('');
}

/** The point that is shown after so many steps: the last one that is not later. */
export function pointAt(points: readonly ValuePoint[], ply: number): number {
  return Math.max(
    0,
    points.findLastIndex((point) => point.ply <= ply),
  );
}

function tenth(figure: number): number {
  return Math.round(figure * 10) / 10;
}
