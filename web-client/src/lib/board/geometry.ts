// Geometry. Where the spaces of a board are on the screen, and how far anything on them reaches.

import type { Decor, Layout } from '../protocol';

/** A point on the screen: x to the right, y down. */
export type Point = readonly [number, number];

/** Where on a picture the pointer is. */
export function onPicture(svg: SVGSVGElement | undefined, pointer: PointerEvent): Point {
  const matrix = svg?.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(pointer.clientX, pointer.clientY).matrixTransform(matrix);
  return [x, y];
}

/** A rectangle that holds the whole board. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Turns a point about the board's origin, clockwise as it is seen. */
export function turn([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [round(x * cos - y * sin), round(x * sin + y * cos)];
}

/** A space as it lies on the screen. */
export interface Placed {
  outline: Point[];
  centre: Point;
  unit: number;
}

/** A thing that never moves as it lies on the screen; its heading and seat matter to an arrow only. */
export interface PlacedDecor {
  centre: Point;
  unit: number;
  kind: Decor['kind'];
  heading: number;
  seat: number | null;
}

/** All of a layout's geometry, turned. */
export interface Turned {
  spaces: Placed[];
  lines: { from: Point; to: Point }[];
  decor: PlacedDecor[];
  box: Box;
}

/** Turns a whole layout. Pieces are drawn upright afterwards, so that no picture is turned. */
export function turnLayout(layout: Layout, degrees: number): Turned {
  const spaces = layout.spaces.map((space) => ({
    outline: space.outline.map((point) => turn(point, degrees)),
    centre: turn(space.centre, degrees),
    unit: space.unit,
  }));
  return {
    spaces,
    lines: layout.lines.map((line) => ({
      from: turn(line.from, degrees),
      to: turn(line.to, degrees),
    })),
    decor: layout.decor.map((one) => ({
      centre: turn(one.centre, degrees),
      unit: one.unit,
      kind: one.kind,
      heading: one.kind === 'arrow' ? one.heading + degrees : 0,
      seat: one.kind === 'arrow' ? one.seat : null,
    })),
    box: bounds(spaces),
  };
}

/** Room around the board for its rim, and below it for what it stands on. */
const [ROOM, ROOM_BELOW] = [18, 22];

/** The smallest box around all spaces, with room for the rim. */
function bounds(spaces: Placed[]): Box {
  const xs = spaces.flatMap((space) => space.outline.map((point) => point[0]));
  const ys = spaces.flatMap((space) => space.outline.map((point) => point[1]));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return {
    x: left - ROOM,
    y: top - ROOM,
    width: right - left + 2 * ROOM,
    height: bottom - top + ROOM + ROOM_BELOW,
  };
}

/** How far it is from a space's centre to its edge in a direction (an angle, y down). */
export function reach(
  { outline, centre: [cx, cy] }: Pick<Readonly<Placed>, 'centre'> & { outline: readonly Point[] },
  angle: number,
): number {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const hits = outline.flatMap(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length] ?? [ax, ay];
    const [ex, ey] = [bx - ax, by - ay];
    const cross = dx * ey - dy * ex;
    if (cross === 0) return [];
    const along = ((ax - cx) * ey - (ay - cy) * ex) / cross;
    const share = ((ax - cx) * dy - (ay - cy) * dx) / cross;
    return along > 0 && share >= 0 && share <= 1 ? [along] : [];
  });
  return hits.length > 0 ? Math.min(...hits) : 0;
}

/** The outline drawn in a little, so that its stroke stays within the space. */
export function inset({ outline, centre: [cx, cy] }: Placed): Point[] {
  return outline.map(([x, y]) => [cx + (x - cx) * 0.93, cy + (y - cy) * 0.93]);
}

/** What embraces a space: an angle in each of its corners. */
export function brackets(space: Placed): Point[][] {
  const ring = inset(space);
  const arm = space.unit * 0.22;
  return ring.map((corner, index) => {
    const toward = (to: Point): Point => {
      const [dx, dy] = [to[0] - corner[0], to[1] - corner[1]];
      const share = Math.min(0.4, arm / Math.hypot(dx, dy));
      return [corner[0] + dx * share, corner[1] + dy * share];
    };
    const [before, after] = [ring.at(index - 1), ring[(index + 1) % ring.length]];
    return [toward(before ?? corner), corner, toward(after ?? corner)];
  });
}

/** A point near the farthest of some corners (angles, y down), that far from it at scale 1. */
export function corner(space: Placed, angles: readonly number[], away: number): Point {
  const ways = angles.map((angle) => ({ angle, edge: reach(space, angle) }));
  const { angle, edge } = ways.reduce((best, way) => (way.edge > best.edge ? way : best));
  const out = edge - space.unit * away;
  return [space.centre[0] + out * Math.cos(angle), space.centre[1] + out * Math.sin(angle)];
}

/** Whether a point lies within a polygon. */
export function within([x, y]: Point, outline: readonly Point[]): boolean {
  let inside = false;
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** A path's points as SVG wants them. */
export function points(outline: readonly Point[]): string {
  return outline.map(([x, y]) => `${x},${y}`).join(' ');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
