import { describe, expect, test } from 'vitest';
import { game } from '../testing/samples';
import { baseOf, fittingSetup, positionPath, readPlace, writePlace } from './place';

const path = `./explorer/${game.id}`;
const text = `${game.id}:4,rules=arcade,teams=true/a1.1,b2.3/0x1/0.1.0;a1-b2/3.2`;

describe('the address of a place', () => {
  test.each([
    ['', { seats: 2, options: {} }, [], false],
    ['?seats=3', { seats: 3, options: {} }, [], false],
    ['?seats=4&rules=arcade&teams=true', { seats: 4, options: { rules: 'arcade', teams: true } }],
    ['?line=a1-b1,roll+3+5,b1-2', { seats: 2, options: {} }, ['a1-b1', 'roll 3 5', 'b1-2']],
    ['?people=1', { seats: 2, options: {} }, [], true],
  ])('%j is read and written', (search, setup, line: string[] = [], people = false) => {
    const place = { setup: { game: game.id, ...setup }, from: null, line, people };
    expect(readPlace(game, search)).toEqual(place);
    expect(writePlace(game, place)).toBe(path + search);
  });

  test('a position from elsewhere tells the set-up, and stands there as it is', () => {
    const search = `?from=${text}&line=a1-b1&people=1`;
    const place = readPlace(game, `${search}&seats=3`);
    expect(place.setup).toEqual({
      game: game.id,
      seats: 4,
      options: { rules: 'arcade', teams: true },
    });
    expect([place.from, place.line]).toEqual([text, ['a1-b1']]);
    expect(writePlace(game, place)).toBe(path + search);
    expect(positionPath(game.id, text)).toBe(`${path}?from=${text}`);
  });

  test.each([
    '?seats=9',
    '?seats=many&rules=none',
    '?rules=classic',
    '?teams=true',
    '?teams=false&line=',
    '?line=,',
    '?from=another-game:2',
    '?people=yes&more=less',
  ])('what makes no sense in %j is passed over', (search) => {
    expect(writePlace(game, readPlace(game, search))).toBe(path);
  });

  test('signs that mean something in an address are written otherwise', () => {
    const place = { ...readPlace(game, ''), line: ['a&b', 'c#d', 'e+f'] };
    const written = writePlace(game, place);
    expect(written).toBe(`${path}?line=a%26b,c%23d,e%2Bf`);
    expect(readPlace(game, written.slice(path.length)).line).toEqual(place.line);
  });
});

test('the interface is asked with the set-up alone, or with the position', () => {
  expect(baseOf(readPlace(game, ''))).toBe(`${game.id}:2`);
  expect(baseOf(readPlace(game, '?seats=4&teams=true&rules=arcade'))).toBe(
    `${game.id}:4,rules=arcade,teams=true`,
  );
  expect(baseOf(readPlace(game, `?from=${text}`))).toBe(text);
});

test('an option that there is not with so many seats is left out', () => {
  const values = { rules: 'arcade', teams: true };
  expect(fittingSetup(game, 4, values).options).toEqual(values);
  expect(fittingSetup(game, 3, values).options).toEqual({ rules: 'arcade' });
});
