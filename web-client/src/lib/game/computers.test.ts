import { expect, test } from 'vitest';
import { calledName, computersBeside, levelOf } from './computers';

test('the level that was chosen last is kept, and nonsense is none', () => {
  expect([levelOf('3'), levelOf('8')]).toEqual([3, 8]);
  for (const nonsense of [null, '', '0', '9', '2.5', 'on', 'NaN'])
    expect(levelOf(nonsense)).toBe(1);
});

test('a computer is called one by its level, whatever its name is; a person by their name', () => {
  expect(calledName({ id: 'p0', name: 'Ada' })).toBe('Ada');
  expect(calledName({ id: 'p0', name: 'Ada' }, 4)).toBe('Ada');
  expect(calledName({ id: 'c3', name: 'Hal', computer: 3 })).toBe('Computer (level 3)');
  expect(calledName({ id: 'c3', name: 'Hal', computer: 3 }, 1)).toBe('Computer (level 3, seat 2)');
});

test('computers take all seats but one’s own', () => {
  expect(computersBeside(1, 3, 5)).toEqual([
    { seat: 0, level: 5 },
    { seat: 2, level: 5 },
  ]);
});
