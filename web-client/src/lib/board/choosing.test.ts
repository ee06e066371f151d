import { describe, expect, test } from 'vitest';
import type { Token } from '../protocol';
import {
  completed,
  layable,
  offers,
  openings,
  pick,
  plan,
  settle,
  start,
  withoutPiece,
} from './choosing';

const space = (text: string, at: number): Token => ({
  text,
  type: 'space',
  space: at,
  label: text,
  spoken: text,
});
const words = (text: string): { text: string; label: string; spoken: string } => ({
  text,
  label: text,
  spoken: text,
});
const tokens: Token[] = [
  ...['a1', 'a4', 'b1', 'b2', 'b3', 'c3', 'c4', 'd2', 'd4'].map(space),
  ...[1, 2, 3].map((size): Token => ({ ...words(`${size}`), type: 'piece', tray: 'stash', size })),
  { ...words('in2'), type: 'piece', tray: 'waiting', size: 2 },
  { ...words('out'), type: 'off', tray: 'out' },
  ...['root', 'end', 'pass'].map((text): Token => ({ ...words(text), type: 'button' })),
  { ...words('clock'), type: 'switch' },
];
const of = (...actions: string[]) => plan(actions, tokens);
const on = new Set(['clock']);

describe('from space to space', () => {
  const moves = of('a1-b1', 'a1-b2', 'b3-b2', 'b3-c3');

  test('offers the beginnings, then the goals', () => {
    expect(openings(moves)).toEqual(new Set(['a1', 'b3']));
    expect(pick(moves, [], 'a1')).toEqual({ picked: ['a1'] });
    expect(offers(moves, ['a1'])).toEqual(new Set(['b1', 'b2']));
    expect(pick(moves, ['a1'], 'b2')).toEqual({ action: 'a1-b2' });
  });

  test('another beginning is switched to, the same one given up', () => {
    expect(pick(moves, ['a1'], 'b3')).toEqual({ picked: ['b3'] });
    expect(pick(moves, ['a1'], 'a1')).toEqual({ picked: [] });
    expect(pick(moves, ['a1'], 'd4')).toEqual({ picked: [] });
  });

  test('a goal that could also begin is a goal', () => {
    const merge = of('a1-b1', 'a1-b2', 'b1-a1', 'b1-b2');
    expect(pick(merge, ['a1'], 'b1')).toEqual({ action: 'a1-b1' });
  });
});

describe('steps with one choice', () => {
  test('are passed over', () => {
    const one = of('a1-b1', 'a1-b2');
    expect(start(one)).toEqual(['a1']);
    expect(offers(one, start(one))).toEqual(new Set(['b1', 'b2']));
    const root = of('root-d4', 'root-c3');
    expect(openings(root)).toEqual(new Set(['d4', 'c3']));
    expect(pick(root, start(root), 'd4')).toEqual({ action: 'root-d4' });
  });

  test('but never the last one', () => {
    expect(start(of('end'))).toEqual([]);
    expect(openings(of('end'))).toEqual(new Set(['end']));
    const only = of('a1-b1');
    expect(start(only)).toEqual(['a1']);
    expect(offers(only, ['a1'])).toEqual(new Set(['b1']));
    expect(settle(of('a1-b1', 'b3-c3'), ['a1'])).toEqual(['a1']);
  });

  test('in the middle too', () => {
    const pointing = of('c3-2-c4', 'c3-2-b3', 'b2-1-b1', 'b2-2-b1');
    expect(pick(pointing, [], 'c3')).toEqual({ picked: ['c3', '2'] });
    expect(pick(pointing, ['c3', '2'], 'c4')).toEqual({ action: 'c3-2-c4' });
    expect(pick(pointing, [], 'b2')).toEqual({ picked: ['b2'] });
    expect(pick(pointing, ['b2', '2'], 'b1')).toEqual({ action: 'b2-2-b1' });
    expect(pick(pointing, ['c3', '2'], 'b2')).toEqual({ picked: ['b2'] });
  });
});

describe('a piece that is laid', () => {
  const pointing = of('c3-2-c4', 'c3-2-b3', 'c3-1-c4', 'c3-1-b3', 'b2-1-b1', 'b2-2-b1');

  test('can be chosen before its place', () => {
    expect(layable(pointing)).toEqual(new Set(['1', '2']));
    expect(layable(of('in2-d2', 'in2-c3'))).toEqual(new Set());
    expect(pick(pointing, [], 'c3', new Set(), '2')).toEqual({ picked: ['c3', '2'] });
    expect(withoutPiece(pointing, ['c3', '2'])).toEqual(['c3']);
  });

  test('points by itself at the only thing there is', () => {
    expect(pick(pointing, ['b2'], '2')).toEqual({ action: 'b2-2-b1' });
    expect(pick(pointing, [], 'b2', new Set(), '1')).toEqual({ action: 'b2-1-b1' });
    expect(pick(of('a1-b1'), [], 'a1')).toEqual({ picked: ['a1'] });
  });

  test('tells the action that a target would make it', () => {
    expect(completed(pointing, ['c3', '2'], 'c4')).toBe('c3-2-c4');
    expect(completed(pointing, ['c3'], '2')).toBe(null);
    expect(completed(pointing, ['c3', '2'], 'b1')).toBe(null);
  });
});

test('pieces beside the board, goals off the board and buttons', () => {
  const turn = of('in2-d2', 'in2-c3', 'a4-out', 'a4-b3', 'end');
  expect(openings(turn)).toEqual(new Set(['in2', 'a4', 'end']));
  expect(pick(turn, [], 'in2')).toEqual({ picked: ['in2'] });
  expect(pick(turn, ['in2'], 'd2')).toEqual({ action: 'in2-d2' });
  expect(pick(turn, ['a4'], 'out')).toEqual({ action: 'a4-out' });
  expect(pick(turn, ['a4'], 'end')).toEqual({ action: 'end' });
});

describe('switches', () => {
  const clock = of('a1-b1', 'a1-b1-clock', 'a1-b2', 'b3-c3', 'b3-c3-clock', 'pass');

  test('are no steps', () => {
    expect(clock.switches.map((token) => token.text)).toEqual(['clock']);
    expect(offers(clock, ['a1', 'b1'])).toEqual(new Set());
    expect(of('a1-b1').switches).toEqual([]);
  });

  test('choose the variant that has them', () => {
    expect(pick(clock, ['a1'], 'b1')).toEqual({ action: 'a1-b1' });
    expect(pick(clock, ['a1'], 'b1', on)).toEqual({ action: 'a1-b1-clock' });
    expect(pick(clock, ['a1'], 'b2', on)).toEqual({ action: 'a1-b2' });
    expect(pick(clock, [], 'pass', on)).toEqual({ action: 'pass' });
  });

  test('are taken where there is no other way', () => {
    const must = of('a1-b1-clock', 'a1-b2-clock');
    expect(pick(must, ['a1'], 'b1')).toEqual({ action: 'a1-b1-clock' });
  });
});

test('without actions nothing can be picked', () => {
  expect(start(of())).toEqual([]);
  expect(openings(of())).toEqual(new Set());
  expect(pick(of(), [], 'a1')).toEqual({ picked: [] });
});
