import { expect, test } from 'vitest';
import house from '../../app.css?raw';
import arrowLayer from './ArrowLayer.svelte?raw';
import boardSpace from './BoardSpace.svelte?raw';

type Colour = [number, number, number];
type Scheme = 0 | 1;

/** What can be told by a mark alone must stand out so much from what is around it (WCAG 1.4.11). */
const LEAST = 3;
const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** A colour of the house, by day or by night. */
function colour(name: string, scheme: Scheme): Colour {
  const [, value = ''] = new RegExp(`--${name}: ([^;]+);`).exec(house) ?? [];
  const found = value.match(/#[0-9a-f]{6}/g) ?? [];
  const hex = found[scheme] ?? found[0] ?? '';
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Colour;
}

function mix(one: Colour, other: Colour, share: number): Colour {
  return one.map((part, at) => part * (1 - share) + (other[at] ?? 0) * share) as Colour;
}

function luminance(of: Colour): number {
  const [r = 0, g = 0, b = 0] = of.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const schemes = [
  ['by day', 0],
  ['by night', 1],
] as const;
const seats = ['0', '1', '2', '3', '4', '5', 'none'];

/** Every ground that a mark can lie on: plain, and tinted as some seat's. */
function grounds(scheme: Scheme): Colour[] {
  const zone = Number(/--zone: (\d+)%/.exec(house)?.[1]) / 100;
  return ['cell-light', 'cell-dark', 'cell-ground'].flatMap((cell) => {
    const plain = colour(cell, scheme);
    return [plain, ...seats.map((seat) => mix(plain, colour(`seat-${seat}`, scheme), zone))];
  });
}

/** The same with the wash of the last move over it, at its strongest. */
function washed(scheme: Scheme): Colour[] {
  const strengths = [...boardSpace.matchAll(/opacity: (0\.\d+)/g)].map(([, one]) => Number(one));
  const strongest = Math.max(...strengths);
  expect(strongest).toBeGreaterThan(0);
  const gold = colour('gold', scheme);
  return grounds(scheme).map((ground) => mix(ground, gold, strongest));
}

test.each(schemes)(
  '%s what can be done and what was done stand out from any ground, and from the last move’s wash',
  (_, scheme) => {
    for (const name of ['teal', 'gold-ink']) {
      for (const ground of [...grounds(scheme), ...washed(scheme)]) {
        expect(contrast(colour(name, scheme), ground), name).toBeGreaterThanOrEqual(LEAST);
      }
    }
  },
);

test.each(schemes)('%s arrows stand out from any ground by their edge', (_, scheme) => {
  const [, share] = /--edge: [^;]*var\(--far\) (\d+)%/.exec(arrowLayer) ?? [];
  const far = scheme === 0 ? BLACK : WHITE;
  for (const seat of seats) {
    const edge = mix(colour(`seat-${seat}`, scheme), far, Number(share) / 100);
    for (const ground of [...grounds(scheme), ...washed(scheme)])
      expect(contrast(edge, ground), seat).toBeGreaterThanOrEqual(LEAST);
  }
});

test('the accent is for actions: what tells of the game, its moves and its ratings has other colours', () => {
  const drawn = import.meta.glob(
    '../{analysis,board,ratings,table/moves,table/players,table/result}/*.svelte',
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  );
  expect(Object.keys(drawn).length).toBeGreaterThan(40);
  const accented = Object.entries(drawn).filter(([, text]) => /var\(--accent/.test(String(text)));
  expect(accented.map(([path]) => path)).toEqual([]);
});

test.each(seats)(
  "pips and marks stand out from pieces of seat %s's colour by their dark edge",
  (seat) => {
    const piece = colour(`seat-${seat}`, 0);
    const edge = mix(piece, BLACK, 0.68);
    expect(contrast(WHITE, edge)).toBeGreaterThanOrEqual(LEAST);
    expect(contrast(mix(piece, WHITE, 0.2), edge)).toBeGreaterThanOrEqual(LEAST);
  },
);

test.each(schemes)(
  "%s a seat's sign stands out from its side, and that from the rim",
  (_, scheme) => {
    for (const seat of seats) {
      const side = mix(colour(`seat-${seat}`, scheme), WHITE, 0.22);
      expect(contrast(colour('rim-ink', scheme), side), seat).toBeGreaterThanOrEqual(LEAST);
      expect(contrast(colour('rim', scheme), side), seat).toBeGreaterThanOrEqual(LEAST);
    }
    expect(contrast(colour('rim-name', scheme), colour('rim', scheme))).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(schemes)('%s the edges of what is filled in stand out', (_, scheme) => {
  expect(contrast(colour('line-strong', scheme), colour('surface', scheme))).toBeGreaterThanOrEqual(
    LEAST,
  );
});
