import { expect, test } from 'vitest';
import { tableKey } from './tableKeys';

const pressed = (key: string, code: string, more = {}): KeyboardEvent =>
  ({ key, code, target: null, ...more }) as KeyboardEvent;

test('a letter asks for something, whatever script the keyboard writes', () => {
  expect(tableKey(pressed('l', 'KeyL'))).toBe('last');
  expect(tableKey(pressed('P', 'KeyP'))).toBe('pieces');
  expect(tableKey(pressed('?', 'Slash'))).toBe('help');
  // On a Hebrew keyboard, and on one that writes Latin letters elsewhere.
  expect(tableKey(pressed('ך', 'KeyL'))).toBe('last');
  expect(tableKey(pressed('ד', 'KeyS'))).toBe('score');
  expect(tableKey(pressed('s', 'Semicolon'))).toBe('score');
  expect(tableKey(pressed('o', 'KeyS'))).toBeNull();
  expect(tableKey(pressed('l', 'KeyL', { ctrlKey: true }))).toBeNull();
});
