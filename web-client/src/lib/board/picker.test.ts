import { expect, test } from 'vitest';
import { layout } from '../testing/samples';
import { plan } from './choosing';
import { Picker } from './picker.svelte';

function set(...actions: string[]): { picker: Picker; done: string[] } {
  return careful(() => false, ...actions);
}

function careful(
  holds: (action: string) => boolean,
  ...actions: string[]
): { picker: Picker; done: string[] } {
  const done: string[] = [];
  const commit = (action: string): unknown => done.push(action);
  return { picker: new Picker(plan(actions, layout.tokens), commit, holds), done };
}

test('from the first pick to the action', () => {
  const { picker, done } = set('a1-b1', 'a1-c1', 'c1-b1');
  expect(picker.begun).toBe(false);
  expect(picker.isOpening('a1')).toBe(true);
  expect(picker.isTarget('b1')).toBe(false);
  picker.pick('a1');
  expect(picker.begun).toBe(true);
  expect(picker.isPicked('a1')).toBe(true);
  expect(picker.isTarget('b1')).toBe(true);
  picker.pick('b1');
  expect(done).toEqual(['a1-b1']);
});

test('the only piece that can move is picked already, and can still be dragged', () => {
  const { picker, done } = set('a1-b1', 'a1-c1');
  expect(picker.begun).toBe(false);
  expect(picker.isPicked('a1')).toBe(true);
  expect(picker.isOpening('a1')).toBe(true);
  expect(picker.isOpening('b1')).toBe(false);
  expect(picker.isTarget('b1')).toBe(true);
  picker.pick('a1');
  expect(picker.isTarget('b1')).toBe(true);
  picker.pick('c1');
  expect(done).toEqual(['a1-c1']);
});

test('what has been picked can be taken back', () => {
  const { picker, done } = set('a1-b1', 'c1-b1');
  picker.pick('a1');
  picker.cancel();
  expect(picker.picked).toEqual([]);
  expect(done).toEqual([]);
});

test('buttons and switches', () => {
  const { picker, done } = set('a1-b1', 'a1-b1-clock', 'a1-c1', 'c1-b1', 'pass');
  expect(picker.offeredOf('button').map((token) => token.text)).toEqual(['pass']);
  picker.flip('clock');
  picker.pick('a1');
  picker.pick('b1');
  expect(done).toEqual(['a1-b1-clock']);
  picker.flip('clock');
  picker.pick('pass');
  expect(done).toEqual(['a1-b1-clock', 'pass']);
  expect(picker.on.size).toBe(0);
});

test('an action that is to be confirmed stays marked until it is', () => {
  const { picker, done } = careful(() => true, 'a1-b1', 'a1-b1-clock', 'a1-c1', 'c1-b1');
  picker.flip('clock');
  picker.pick('a1');
  picker.pick('b1');
  expect(done).toEqual([]);
  expect(picker.held).toBe('a1-b1-clock');
  expect(['a1', 'b1'].map((token) => picker.isPicked(token))).toEqual([true, true]);
  expect(picker.isTarget('c1')).toBe(false);
  picker.confirm();
  expect(done).toEqual(['a1-b1-clock']);
});

test('what waits to be confirmed is given up by cancelling, or by picking something else', () => {
  const { picker, done } = careful(() => true, 'a1-b1', 'a1-c1', 'c1-b1');
  picker.pick('a1');
  picker.pick('b1');
  picker.cancel();
  expect([picker.held, picker.picked]).toEqual([null, []]);
  picker.pick('a1');
  picker.pick('b1');
  picker.pick('c1');
  expect([picker.held, picker.picked]).toEqual([null, ['c1']]);
  picker.confirm();
  expect(done).toEqual([]);
});

test('only what should be is held', () => {
  const { picker, done } = careful((action) => action === 'pass', 'a1-b1', 'c1-b1', 'pass');
  picker.pick('a1');
  picker.pick('b1');
  picker.pick('pass');
  expect(done).toEqual(['a1-b1']);
  expect(picker.held).toBe('pass');
});
