import { expect, test } from 'vitest';
import { plan } from '../board/choosing';
import { Picker } from '../board/picker.svelte';
import { layout, view } from '../testing/samples';
import type { Token } from '../protocol';
import { promptWords } from './prompt';

const sizes = ['1', '2'].map((text): Token => ({
  text,
  type: 'piece',
  tray: 'stash',
  size: Number(text),
  label: text,
  spoken: `size ${text}, pointing at`,
}));
const picker = (...actions: string[]): Picker =>
  new Picker(plan(actions, [...layout.tokens, ...sizes]), () => {});

test('moving a piece', () => {
  const moving = picker('a1-b1', 'c1-b1');
  expect(promptWords(moving, view)).toBe('Your turn. Pick a piece to move.');
  moving.pick('a1');
  expect(promptWords(moving, view)).toBe('Now pick where it goes.');
});

test('laying a piece', () => {
  const laying = picker('b1-1-a1', 'b1-2-a1', 'b1-2-c1', 'a1-1-b1');
  expect(promptWords(laying, view)).toBe('Your turn. Pick a space.');
  laying.pick('b1');
  expect(promptWords(laying, view)).toBe('Now pick a piece.');
  laying.pick('2');
  expect(promptWords(laying, view)).toBe('Size 2, pointing at: now pick a space.');
});

test('nothing but buttons', () => {
  expect(promptWords(picker('pass'), view)).toBe('Your turn.');
});

test('an action that waits to be confirmed', () => {
  const held = new Picker(
    plan(['a1-b1', 'c1-b1'], layout.tokens),
    () => {},
    () => true,
  );
  held.pick('a1');
  held.pick('b1');
  expect(promptWords(held, view)).toBe('Confirm a1 b1?');
});
