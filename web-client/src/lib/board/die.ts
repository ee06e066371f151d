// Die faces. A die as path data, forty units wide.

/** Where the pips are on a three by three grid, by face. */
const PIPS: Record<number, readonly number[]> = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};
const PIP_RADIUS = 3.6;

/** The pips of a face. */
export function pipsPath(face: number): string {
  return (PIPS[face] ?? []).map((pip) => pipPath(pip % 3, Math.floor(pip / 3))).join('');
}

function pipPath(column: number, row: number): string {
  const r = PIP_RADIUS;
  const half = `a${r} ${r} 0 0 0`;
  return `M${10 + column * 10 - r} ${10 + row * 10}${half} ${2 * r} 0${half} ${-2 * r} 0`;
}

/** An edge around a face, to be filled by the even–odd rule together with its pips: a whole die that is one shape. */
export const EDGE_PATH = roundedPath(0.5, 9) + roundedPath(2.5, 7);

/** A square with round corners, so far from the edge on each side. */
function roundedPath(from: number, r: number): string {
  const side = 40 - 2 * (from + r);
  const corner = (x: number, y: number): string => `a${r} ${r} 0 0 1 ${x} ${y}`;
  return `M${from + r} ${from}h${side}${corner(r, r)}v${side}${corner(-r, r)}h${-side}${corner(-r, -r)}v${-side}${corner(r, -r)}z`;
}
