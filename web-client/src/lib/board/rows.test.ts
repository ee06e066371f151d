import { expect, test } from 'vitest';
import wedges from '../../../../docs/rules/positions/boards.json';
import chess from '../../../../docs/rules/positions/martian-chess.json';
import type { Layout } from '../protocol';
import { turnLayout } from './geometry';
import { rowsOf } from './rows';

const boards = [...chess.layouts, ...wedges.layouts].map((layout, index) => {
  const known = layout as unknown as Layout;
  return [`${index}, of ${known.spaces.length} spaces`, known] as const;
});
const rows = (layout: Layout, degrees: number) =>
  rowsOf(layout, turnLayout(layout, degrees).spaces);

test('a rectangle has the ranks as rows, or the files when it lies', () => {
  const [, layout] = boards.find(([, { spaces }]) => spaces.length === 32) ?? [];
  if (!layout) throw new Error('there is a board for two');
  const names = (degrees: number) =>
    rows(layout, degrees).map(({ label, spaces }) => [
      label,
      spaces.map((space) => layout.spaces[space]?.name).join(' '),
    ]);
  expect(names(0)).toContainEqual(['Rank 8', 'a8 b8 c8 d8']);
  expect(names(0)).toHaveLength(8);
  expect(names(90)).toContainEqual(['File a', 'a1 a2 a3 a4 a5 a6 a7 a8']);
  expect(names(90)).toHaveLength(4);
});

test.each(boards)(
  'on every board each space is in one row, from top to bottom: %s',
  (_, layout) => {
    for (const degrees of [0, 60, 90]) {
      const { spaces } = turnLayout(layout, degrees);
      const all = rows(layout, degrees);
      expect(all.flatMap((row) => [...row.spaces]).sort((a, b) => a - b)).toEqual(
        spaces.map((_, index) => index),
      );
      const tops = all.map((row) =>
        Math.min(...row.spaces.map((at) => spaces[at]?.centre[1] ?? 0)),
      );
      expect(tops).toEqual([...tops].sort((a, b) => a - b));
      for (const row of all) {
        const across = row.spaces.map((at) => spaces[at]?.centre[0] ?? 0);
        expect(across).toEqual([...across].sort((a, b) => a - b));
      }
    }
  },
);
