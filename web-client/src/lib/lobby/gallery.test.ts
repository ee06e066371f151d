import { describe, expect, test } from 'vitest';
import type { ListedTable } from '../protocol';
import { featured, hang, ranked } from './gallery';
import { info } from '../testing/samples';

/** Games by name, with how many watch each; the later ones are newer. */
function live(watchers: Record<string, number>): ListedTable[] {
  return Object.entries(watchers).map(([id, count], created_ms) => ({
    info: { ...info, id, created_ms },
    watchers: count,
  }));
}

test('what most people watch comes first, then what is new', () => {
  expect(ranked(live({ a: 0, b: 2, c: 0 })).map((table) => table.info.id)).toEqual(['b', 'c', 'a']);
});

describe('the wall', () => {
  test('shows as many as there is room for', () => {
    expect(hang([], live({ a: 0, b: 2, c: 0 }), 2)).toEqual(['b', 'c']);
  });

  test('leaves each at its place, whatever people watch', () => {
    expect(hang(['c', 'a'], live({ a: 5, b: 9, c: 0 }), 2)).toEqual(['c', 'a']);
  });

  test('puts the next where one has ended', () => {
    expect(hang(['a', 'gone', 'c'], live({ a: 0, b: 1, c: 0, d: 2 }), 3)).toEqual(['a', 'd', 'c']);
    expect(hang(['gone', 'c'], live({ c: 0 }), 3)).toEqual(['c']);
  });

  test('shows how a game ended for a little longer', () => {
    expect(hang(['over', 'c'], live({ b: 0, c: 0 }), 2, new Set(['over']))).toEqual(['over', 'c']);
  });
});

describe('the featured game', () => {
  test('is the one that most people watch', () => {
    expect(featured(null, live({ a: 1, b: 4, c: 0 }))).toBe('b');
    expect(featured(null, [])).toBeNull();
  });

  test('changes only for one that draws more', () => {
    expect(featured('a', live({ a: 4, b: 4 }))).toBe('a');
    expect(featured('a', live({ a: 4, b: 5 }))).toBe('b');
    expect(featured('gone', live({ a: 4, b: 5 }))).toBe('b');
  });
});
