import * as m from 'messages:layout';
import { expect, test } from 'vitest';
import { layout } from '../testing/samples';
import type { Layout, Token } from '../protocol';
import { lookUp } from '../language/codes';
import { counterWords, pieceCountWords, tokenLabel, tokenSpoken, trayWords } from './layout';

const files = import.meta.glob<{ layouts: Layout[] }>(
  '../../../../docs/{lessons,rules}/positions/*.json',
  { eager: true, import: 'default' },
);
const layouts = Object.values(files).flatMap(({ layouts }) => layouts);

test('whatever the games call their tokens, trays and counters is known here', () => {
  const unknown = (known: object, all: { label: string }[]): string[] =>
    all.map(({ label }) => label).filter((label) => !lookUp({ ...known }, label));
  for (const { tokens, trays, counters } of layouts) {
    const spoken = tokens.filter(({ type }) => type !== 'space');
    expect(unknown(m.tokens, spoken)).toEqual([]);
    expect(unknown(m.trays, trays)).toEqual([]);
    expect(unknown(m.counters, counters)).toEqual([]);
  }
});

test('what is not known is called as the server calls it', () => {
  const token: Token = { text: 'x', type: 'button', label: 'Take 2', spoken: 'take two' };
  expect([tokenLabel(token), tokenSpoken(token)]).toEqual(['Take 2', 'take two']);
  expect(trayWords({ kind: 'captured', seat: 0, label: 'Taken', owner: null })).toBe('Taken');
  expect(counterWords({ label: 'Rests', help: 'Rest.', limit: 3 })).toEqual({
    label: 'Rests',
    help: 'Rest.',
  });
});

test('pieces are counted', () => {
  expect([1, 2].map((count) => pieceCountWords(count, 1, layout))).toEqual(['1 pawn', '2 pawns']);
});
