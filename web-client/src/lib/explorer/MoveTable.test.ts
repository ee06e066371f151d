import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { layout } from '../testing/samples';
import { tokenMap } from '../text/notation';
import MoveTable from './MoveTable.svelte';

test('a move is a link with its games, who won them in words, and the mean rating', () => {
  const moves = [
    { action: 'a1-b1', games: 3, drawn: 1, won: [2, 0], rating: 1512 },
    { action: 'pass', games: 1, drawn: 0, won: [0, 1] },
  ];
  const to = (action: string): string => `/explorer/g?line=${action}`;
  const { body } = render(MoveTable, {
    props: {
      moves,
      seat: 0,
      tokens: tokenMap(layout.tokens),
      names: ['Orange', 'Blue'],
      to,
      onpoint: () => undefined,
    },
  });
  const rows = body.match(/<tr.*?<\/tr>/gs) ?? [];
  expect(rows).toHaveLength(4);
  expect(rows[1]).toContain('href="/explorer/g?line=a1-b1"');
  expect(rows[1]).toContain('Orange: 2 wins, shared: 1');
  expect(rows[1]).toContain('1512');
  expect(rows[2]).toContain('no rated game');
  expect(rows[3]).toContain('Orange: 2 wins, shared: 1, Blue: 1 win');
});
