import { describe, expect, test } from 'vitest';
import { plan } from '../board/choosing';
import { Picker } from '../board/picker.svelte';
import { layout, view } from '../testing/samples';
import type { Ask, Objection, Token, View } from '../protocol';
import type { Audience } from './audience';
import { changeWords, objectionWords, promptWords, turnWords } from './prompt';

const sizes = ['1', '2'].map((text): Token => ({
  text,
  type: 'piece',
  tray: 'stash',
  size: Number(text),
  label: text,
  spoken: `size ${text}, pointing at`,
}));
const hole: Token = { text: 'null', type: 'button', label: 'Lay a null', spoken: 'null on' };
const pointing = { ...layout, pieces: ['small', 'medium', 'large'] as [string, string, string] };
const ada: Audience = { names: ['Ada', 'Bob'], me: 0 };
const bob: Audience = { ...ada, me: 1 };
const onlooker: Audience = { ...ada, me: null };

const picker = (...actions: string[]): Picker =>
  new Picker(plan(actions, [...layout.tokens, ...sizes, hole]), () => {});
const asking = (...asks: Ask[]): View => ({ ...view, asks });
const said = (picker: Picker, asked: View): string => promptWords(picker, asked, pointing, ada);

test('moving a piece', () => {
  const moving = picker('a1-b1', 'c1-b1');
  const words = (): string => promptWords(moving, view, layout, ada);
  expect(words()).toBe('Your turn. Choose a piece to move.');
  moving.pick('a1');
  expect(words()).toBe('Choose where to move the pawn.');
});

test('laying a piece, the place first', () => {
  const asked = asking({ ask: 'build' }, { ask: 'size' }, { ask: 'aim' });
  const laying = picker('b1-1-a1', 'b1-1-c1', 'b1-2-a1', 'b1-2-c1', 'a1-1-b1');
  expect(said(laying, asked)).toBe('Your turn. Where do you want to build?');
  laying.pick('b1');
  expect(said(laying, asked)).toBe('Which size do you want to lay there?');
  laying.pick('2');
  expect(said(laying, asked)).toBe('What should the medium piece point at?');
});

test('laying a piece, its size first', () => {
  const asked = asking({ ask: 'build' }, { ask: 'size' }, { ask: 'aim' });
  const laying = picker('b1-1-a1', 'b1-1-c1', 'b1-2-a1', 'b1-2-c1', 'a1-1-b1');
  laying.pick('1');
  expect(said(laying, asked)).toBe('Where do you want to lay the small piece?');
  laying.pick('b1');
  expect(said(laying, asked)).toBe('What should the small piece point at?');
});

test('what is picked by itself is not asked for', () => {
  expect(said(picker('null-a1', 'null-b1'), asking({ ask: 'hole' }))).toBe(
    'Punch a hole: choose a square.',
  );
});

test('dice', () => {
  const words = (ask: Ask): string => said(picker('a1-b1', 'c1-b1'), asking(ask));
  expect(words({ ask: 'piece_by_die', dice: [3, 5] })).toBe(
    'Move a piece by 3 or 5: both dice must be used.',
  );
  expect(words({ ask: 'piece_by_die', dice: [5] })).toBe('One die left: move a piece by 5.');
  expect(words({ ask: 'piece_up_to_die', dice: [4, 4, 4] })).toBe(
    'Move a piece by up to 4, 3 times.',
  );
  expect(said(picker('pass'), asking({ ask: 'end_all_used' }))).toBe(
    'All dice used. End your turn?',
  );
});

test('an action that waits to be confirmed', () => {
  const held = new Picker(plan(['a1-b1', 'c1-b1'], layout.tokens), () => {}, { holds: () => true });
  held.pick('a1');
  held.pick('b1');
  expect(said(held, view)).toBe('Confirm a1 b1?');
});

test('a key that this page does not know yet', () => {
  const newer = { ask: 'dance' } as unknown as Ask;
  expect(said(picker('a1-b1', 'c1-b1'), asking(newer))).toBe('Your turn.');
  const objection = { objection: 'two_left_feet' } as unknown as Objection;
  expect(objectionWords(objection, view, layout, ada)).toBe('That cannot be done now.');
});

describe('whose turn it is', () => {
  const of = (ask: Ask, seat = 0): Pick<View, 'turn' | 'asks'> => ({
    turn: { phase: 'roll', seat },
    asks: [ask],
  });

  test('to act', () => {
    expect(turnWords({ turn: { phase: 'act', seat: 1 } }, bob)).toBe('Your turn.');
    expect(turnWords({ turn: { phase: 'act', seat: 0 } }, bob)).toBe('Ada to move.');
    expect(turnWords({ turn: { phase: 'over' } }, bob)).toBe('');
  });

  test('to roll', () => {
    expect(turnWords(of({ ask: 'roll' }), ada)).toBe('Your turn. Roll the dice.');
    expect(turnWords(of({ ask: 'roll' }), bob)).toBe('Ada to roll.');
  });

  test('who begins, and why', () => {
    expect(turnWords(of({ ask: 'roll_for_start' }), ada)).toBe('Roll to see who starts.');
    expect(turnWords(of({ ask: 'roll_again_for_start', die: 4 }), ada)).toBe(
      '4 each: roll again to see who starts.',
    );
    const won = of({ ask: 'roll_as_winner', seat: 1, high: 5, low: 4 }, 1);
    expect(turnWords(won, bob)).toBe('Your 5 beats Ada’s 4: you start. Roll the dice.');
    expect(turnWords(won, ada)).toBe('Bob’s 5 beats your 4: Bob starts.');
    expect(turnWords(won, onlooker)).toBe('Bob’s 5 beats Ada’s 4: Bob starts.');
  });
});

test('why something may not be done', () => {
  const words = (objection?: Objection): string => objectionWords(objection, view, layout, ada);
  expect(words({ objection: 'others_ground', size: 3, seat: 1 })).toBe(
    'That queen stands on Bob’s ground.',
  );
  expect(words({ objection: 'other_die_stuck', die: 4 })).toBe(
    'Then no piece could move by 4, and both dice must be used.',
  );
  expect(words({ objection: 'out_in_order', next: 2 })).toBe(
    'A drone goes out next: pawn, drone, queen, in turn.',
  );
  expect(words()).toBe('That cannot be done now.');
});

test('what an action brings', () => {
  const game = { id: 'g', score: { label: 'points', help: '' } } as Audience['game'];
  expect(changeWords([3, 0], { ...ada, game })).toBe('+3 points');
  expect(changeWords([-2, 3], { ...ada, game })).toBe('−2 points, Bob +3');
  expect(changeWords([0, 0], { ...ada, game })).toBe('');
});
