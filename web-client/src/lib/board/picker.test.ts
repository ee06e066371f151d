import { describe, expect, test } from 'vitest';
import type { Token } from '../protocol';
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
  return { picker: new Picker(plan(actions, layout.tokens), commit, { holds }), done };
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

describe('laying a piece', () => {
  const sizes = [1, 2, 3].map((size): Token => ({
    text: `${size}`,
    type: 'piece',
    tray: 'stash',
    size,
    label: '',
    spoken: '',
  }));
  const ways = sizes.flatMap(({ text }) => [`b1-${text}-a1`, `b1-${text}-c1`, `c1-${text}-b1`]);

  function laying(): { picker: Picker; done: string[]; refused: string[] } {
    const [done, refused]: [string[], string[]] = [[], []];
    const picker = new Picker(
      plan(ways, [...layout.tokens, ...sizes]),
      (action) => done.push(action),
      { refuse: (tried) => refused.push(tried) },
    );
    return { picker, done, refused };
  }

  test('the size may come first, and is kept for another place', () => {
    const { picker, done } = laying();
    picker.pick('2');
    expect([picker.size, picker.picked]).toEqual([2, []]);
    picker.pick('b1');
    expect(picker.picked).toEqual(['b1', '2']);
    picker.pick('c1');
    expect(done).toEqual(['b1-2-c1']);
    picker.cancel();
    picker.pick('c1');
    expect(done).toEqual(['b1-2-c1', 'c1-2-b1']);
  });

  test('another size takes the place of the first, and the same one goes back', () => {
    const { picker, done } = laying();
    picker.pick('b1');
    picker.pick('2');
    picker.pick('3');
    expect(picker.picked).toEqual(['b1', '3']);
    picker.pick('3');
    expect([picker.size, picker.picked, done]).toEqual([null, ['b1'], []]);
  });

  test('a wheel goes through the sizes and round', () => {
    const { picker } = laying();
    const turned = [1, 1, 1, 1, -1, -1].map((by) => {
      picker.turn(by as 1 | -1);
      return picker.size;
    });
    expect(turned).toEqual([1, 2, 3, 1, 3, 2]);
  });

  test('cancelling takes the place back first, then the size', () => {
    const { picker } = laying();
    picker.pick('1');
    picker.pick('b1');
    picker.cancel();
    expect([picker.size, picker.picked]).toEqual([1, []]);
    picker.cancel();
    expect(picker.size).toBe(null);
  });

  test('what is not offered is told, with what it was to go with', () => {
    const { picker, refused, done } = laying();
    picker.pick('a1');
    picker.pick('1');
    picker.pick('b1');
    picker.pick('pass');
    picker.pick('b1');
    picker.pick('b1');
    expect(refused).toEqual(['a1', 'b1-1-pass']);
    expect(done).toEqual([]);
  });
});
