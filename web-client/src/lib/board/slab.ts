// Slab. The board as one body: its edge, whose side is where, and the names along a straight edge.

import type { Space } from '../protocol';
import type { Placed, Point } from './geometry';
import { points } from './geometry';

/** How wide the rim is around the spaces, in units of a space. */
export const RIM = 0.165;

/** A side of the board that is some seat's. */
export interface Side {
  seat: number;
  /** Along the board's edge, corner by corner. */
  edge: Point[];
  /** Where the seat's sign stands on the rim, unless a name stands there. */
  sign: Point | null;
  /** The middle of the seat's ground. */
  middle: Point;
  /** Of how many spaces that is, and their scale. */
  spaces: number;
  unit: number;
}

/** A name on the rim. */
export interface RimName {
  text: string;
  at: Point;
}

/** What the slab is drawn from. */
export interface Slab {
  /** The outline of all spaces together. */
  edge: Point[];
  /** How wide the rim is. */
  rim: number;
  sides: Side[];
  names: RimName[];
}

interface Edge {
  from: Point;
  to: Point;
  seat: number | null;
}

/** The slab under some spaces. */
export function slab(spaces: readonly Space[], placed: readonly Placed[]): Slab {
  const rim = RIM * Math.max(...placed.map((one) => one.unit));
  const chain = longest(loops(openEdges(spaces, placed)));
  const edge = chain.map(({ from }) => from);
  const names = rimNames(spaces, placed, rim);
  return { edge, rim, sides: sides(spaces, placed, chain, rim, names), names };
}

/** The edges that no two spaces share. */
function openEdges(spaces: readonly Space[], placed: readonly Placed[]): Edge[] {
  const found = new Map<string, Edge>();
  placed.forEach(({ outline }, index) => {
    outline.forEach((from, at) => {
      const to = outline[(at + 1) % outline.length] ?? from;
      const back = `${spot(to)}>${spot(from)}`;
      if (!found.delete(back)) {
        found.set(`${spot(from)}>${spot(to)}`, { from, to, seat: spaces[index]?.zone ?? null });
      }
    });
  });
  return [...found.values()];
}

/** Edges put together to closed lines. */
function loops(edges: readonly Edge[]): Edge[][] {
  const starting = new Map(edges.map((edge) => [spot(edge.from), edge]));
  const found: Edge[][] = [];
  for (const first of edges) {
    const loop: Edge[] = [];
    for (let one = starting.get(spot(first.from)); one; one = starting.get(spot(one.to))) {
      starting.delete(spot(one.from));
      loop.push(one);
    }
    if (loop.length > 0) found.push(loop);
  }
  return found;
}

/** The outermost line; what lies within it, as the place of things in the way, is board too. */
function longest(found: readonly Edge[][]): Edge[] {
  const span = (loop: Edge[]): number => {
    const xs = loop.map(({ from }) => from[0]);
    return Math.max(...xs) - Math.min(...xs);
  };
  return found.reduce<Edge[]>((best, loop) => (span(loop) > span(best) ? loop : best), []);
}

function sides(
  spaces: readonly Space[],
  placed: readonly Placed[],
  chain: readonly Edge[],
  rim: number,
  names: readonly RimName[],
): Side[] {
  const seats = new Set(spaces.flatMap(({ zone }) => (zone === null ? [] : [zone])));
  const centre = mean(chain.map(({ from }) => from));
  return [...seats].sort().flatMap((seat): Side[] => {
    const own = placed.filter((_, index) => spaces[index]?.zone === seat);
    const middle = mean(own.map((one) => one.centre));
    const unit = Math.max(...own.map((one) => one.unit));
    return runs(chain, seat).map((run) => {
      const edge = [...run.map(({ from }) => from), ...run.slice(-1).map(({ to }) => to)];
      const sign = outward(run, centre, rim);
      const taken = names.some(({ at }) => Math.hypot(at[0] - sign[0], at[1] - sign[1]) < rim);
      return { seat, edge, sign: taken ? null : sign, middle, spaces: own.length, unit };
    });
  });
}

/** The stretches of a closed line that are a seat's. */
function runs(chain: readonly Edge[], seat: number): Edge[][] {
  const start = chain.findIndex(
    (edge, index) => edge.seat === seat && chain.at(index - 1)?.seat !== seat,
  );
  const turned = start < 0 ? [...chain] : [...chain.slice(start), ...chain.slice(0, start)];
  return turned.reduce<Edge[][]>((found, edge, index) => {
    if (edge.seat !== seat) return found;
    const run = turned[index - 1]?.seat === seat ? found.at(-1) : undefined;
    if (run) run.push(edge);
    else found.push([edge]);
    return found;
  }, []);
}

/** A point on the rim in the middle of a stretch. */
function outward(run: readonly Edge[], [cx, cy]: Point, rim: number): Point {
  const length = run.reduce((sum, one) => sum + size(one), 0);
  let left = length / 2;
  const middle = run.find((one) => (left -= size(one)) <= 0) ?? run[0];
  if (!middle) return [cx, cy];
  const { from, to } = middle;
  const along = 1 + left / size(middle);
  const [x, y] = [from[0] + (to[0] - from[0]) * along, from[1] + (to[1] - from[1]) * along];
  const [nx, ny] = [(to[1] - from[1]) / size(middle), (from[0] - to[0]) / size(middle)];
  const out = nx * (x - cx) + ny * (y - cy) < 0 ? -1 : 1;
  return [x + nx * out * rim * 0.5, y + ny * out * rim * 0.5];
}

/** What all spaces in a file or rank have in common in their names, beside the edge to the left and below. */
function rimNames(spaces: readonly Space[], placed: readonly Placed[], rim: number): RimName[] {
  const lines = (axis: 0 | 1): Map<number, number[]> => {
    const found = new Map<number, number[]>();
    placed.forEach(({ centre }, index) => {
      found.set(centre[axis], [...(found.get(centre[axis]) ?? []), index]);
    });
    return found;
  };
  const names = (members: readonly number[]): string[] =>
    members.map((index) => spaces[index]?.name ?? '');
  const told = (line: Map<number, number[]>, part: RegExp): Map<number, string> | null => {
    const found = [...line].map(([at, members]) => {
      const parts = new Set(names(members).map((name) => part.exec(name)?.[0] ?? ''));
      return [at, parts.size === 1 ? [...parts].join('') : ''] as const;
    });
    const every = found.every(([, text]) => text !== '');
    return every && new Set(found.map(([, text]) => text)).size === found.length
      ? new Map(found)
      : null;
  };
  const [columns, rows] = [lines(0), lines(1)];
  if (columns.size * rows.size !== placed.length) return [];
  for (const [file, rank] of [
    [/^[a-z]+/i, /\d+$/],
    [/\d+$/, /^[a-z]+/i],
  ] as const) {
    const [across, down] = [told(columns, file), told(rows, rank)];
    if (!across || !down) continue;
    const xs = placed.flatMap(({ outline }) => outline.map(([x]) => x));
    const ys = placed.flatMap(({ outline }) => outline.map(([, y]) => y));
    const [left, bottom] = [Math.min(...xs) - rim / 2, Math.max(...ys) + rim / 2];
    return [
      ...[...across].map(([x, text]): RimName => ({ text, at: [x, bottom] })),
      ...[...down].map(([y, text]): RimName => ({ text, at: [left, y] })),
    ];
  }
  return [];
}

function mean(all: readonly Point[]): Point {
  const sum = all.reduce<Point>(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / all.length, sum[1] / all.length];
}

function size({ from, to }: Edge): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

/** The same for corners that differ by rounding only. */
function spot([x, y]: Point): string {
  return points([[Math.round(x), Math.round(y)]]);
}
