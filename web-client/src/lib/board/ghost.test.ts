import { expect, test } from 'vitest';
import type { Layout, Token, View } from '../protocol';
import { layout as board, view as start } from '../testing/samples';
import { plan } from './choosing';
import { ghost } from './ghost';
import { Picker } from './picker.svelte';

const beside: Token[] = [
  { text: '2', type: 'piece', tray: 'stash', size: 2, label: '', spoken: '' },
  { text: 'null', type: 'button', label: '', spoken: '' },
];
const layout: Layout = {
  ...board,
  trays: [{ kind: 'stash', seat: 0, label: '', owner: 0 }],
  tokens: [...board.tokens, ...beside],
};
const [a1, b1, c1] = [0, 1, 2];
const of = (...actions: string[]): Picker => new Picker(plan(actions, layout.tokens), () => {});
const shown = (picker: Picker, pointed: number | null, view: View = start) =>
  ghost(picker, layout, view, pointed);

test('a piece that moves is shown at the goal that is pointed at', () => {
  const picker = of('a1-b1', 'c1-b1');
  expect(shown(picker, b1)).toBe(null);
  picker.pick('a1');
  expect(shown(picker, b1)).toEqual({ space: b1, piece: { size: 1 } });
  expect(shown(picker, c1)).toBe(null);
});

test('a piece that is laid stands until it points at something', () => {
  const picker = of('b1-2-a1', 'b1-2-c1', 'c1-2-b1');
  expect(shown(picker, b1)).toBe(null);
  picker.pick('2');
  expect(shown(picker, b1)).toEqual({ space: b1, piece: { size: 2, owner: 0 } });
  // There is one thing only that it could point at from there.
  expect(shown(picker, c1)).toEqual({ space: c1, piece: { size: 2, owner: 0, points_at: b1 } });
  picker.pick('b1');
  expect(shown(picker, null)).toEqual({ space: b1, piece: { size: 2, owner: 0 } });
  expect(shown(picker, a1)).toEqual({ space: b1, piece: { size: 2, owner: 0, points_at: a1 } });
});

test('a hole is shown where it would be', () => {
  const view: View = { ...start, asks: [{ ask: 'hole' }] };
  expect(shown(of('null-a1', 'null-b1'), b1, view)).toEqual({ space: b1, marker: 'null' });
  expect(shown(of('null-a1', 'null-b1'), c1, view)).toBe(null);
});
