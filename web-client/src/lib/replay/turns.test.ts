import { expect, test } from 'vitest';
import type { Event } from '../protocol';
import { TurnGrouping, turns } from './turns';
import type { TurnSteps } from './turns';
import { foldable } from './stops';

const roll = (seat: number): Event => ({ n: 0, ms: 0, type: 'roll', seat, k: 0, dice: [1, 2] });
const act = (seat: number): Event => ({ n: 0, ms: 0, type: 'act', seat, action: 'a1-b1' });

const folding = (line: Event[], folded: number[]): readonly TurnSteps[] =>
  new TurnGrouping().of(
    line,
    line.map((_, at) => folded.includes(at)),
  );

const shape = (line: Event[]): [number, number, number][] =>
  turns(line).map(({ seat, first, steps }) => [seat, first, steps.length]);

test('without dice every step stands alone', () => {
  expect(shape([act(0), act(1), act(1)])).toEqual([
    [0, 0, 1],
    [1, 1, 1],
    [1, 2, 1],
  ]);
});

test('what is folded is one step of the turn before it, however long', () => {
  const undo = (seat: number): Event => ({ n: 0, ms: 0, type: 'undo', seat });
  const line = [roll(0), act(0), act(0), undo(0), act(0), undo(0), act(0), act(0), undo(0)];
  const [only, ...others] = folding(line, [2, 3, 4, 5, 7, 8]);
  expect(others).toEqual([]);
  expect(only?.steps.map(({ to, folded }) => [to, folded])).toEqual([
    [1, null],
    [2, null],
    [6, 2],
    [7, null],
    [9, 1],
  ]);
  // In a game without dice, too, where each step has a row of its own otherwise.
  expect(
    folding([act(0), act(1), undo(1), act(1)], [1, 2]).map(({ steps }) => steps.length),
  ).toEqual([2, 1]);
});

test('with dice a turn is a roll and all that was done with it', () => {
  const leave: Event = { n: 0, ms: 0, type: 'leave', seat: 0, reason: 'resigned' };
  expect(shape([roll(0), roll(1), act(1), act(1), roll(0), act(0), leave])).toEqual([
    [0, 0, 1],
    [1, 1, 3],
    [0, 4, 3],
  ]);
  expect(shape([roll(0), act(0), { ...leave, seat: 1 }])).toEqual([
    [0, 0, 2],
    [1, 2, 1],
  ]);
});

test('of a line that has grown, what is as it was is the same, and all is as if it were taken apart at once', () => {
  const undo = (seat: number): Event => ({ n: 0, ms: 0, type: 'undo', seat });
  const takeback: Event = { n: 0, ms: 0, type: 'takeback', seat: 0, actions: 2 };
  const whole = [
    roll(0),
    act(0),
    act(0),
    undo(0),
    act(0),
    roll(1),
    act(1),
    act(1),
    undo(1),
    undo(1),
  ];
  whole.push(act(1), act(1), takeback, act(1), roll(0), act(0), undo(0), act(0));
  const grouping = new TurnGrouping();
  let before: readonly TurnSteps[] = [];
  for (let length = 1; length <= whole.length; length++) {
    const line = whole.slice(0, length);
    const now = grouping.of(line, foldable(line));
    expect(now).toEqual(new TurnGrouping().of(line, foldable(line)));
    // What is taken back lies further back than the turn that goes on; nothing else does.
    const same = line.at(-1) === takeback ? 0 : before.length - 1;
    now.slice(0, same).forEach((turn, at) => expect(turn).toBe(before[at]));
    before = now;
  }
  // Another line, a shorter one, and one that is unfolded are taken apart as they are, too.
  for (const line of [whole.slice(0, 4), [act(0), act(1)], whole]) {
    expect(grouping.of(line, foldable(line))).toEqual(new TurnGrouping().of(line, foldable(line)));
    expect(grouping.of(line)).toEqual(turns(line));
  }
});
