import { expect, test } from 'vitest';
import type { Event, Puzzle, PuzzleAnswer } from '../protocol';
import { layout, view } from '../testing/samples';
import { Solving } from './solving.svelte';

const rating = { rating: 1500, deviation: 200, provisional: true };
const puzzle: Puzzle = {
  id: 'p',
  game: 'g',
  seats: 2,
  rating,
  attempts: 0,
  solved: null,
  options: {},
  seat: 0,
  match: null,
  ply: 4,
  layout,
  view,
  choices: ['a1', 'a2'],
};
const line: Event[] = [1, 2].map((n) => ({
  n,
  ms: 0,
  type: 'act',
  seat: 0,
  action: 'a2',
  diff: { scores: [n, 0] },
}));

function answer(right: boolean, counted: boolean): PuzzleAnswer {
  return { right, counted, solution: 'a2', line, best: 90, second: 20, rating, own: null };
}

test('a wrong attempt leaves the board to try again, and a right one shows the solution', async () => {
  const answers = [answer(false, true), answer(true, false)];
  const asked: string[] = [];
  const solving = new Solving(puzzle, (_, action) => {
    asked.push(action);
    return Promise.resolve(answers[asked.length - 1] ?? answer(true, false));
  });
  expect(solving.picker?.plan.legal).toEqual(new Set(puzzle.choices));
  await solving.attempt('a1');
  expect([solving.step, solving.picker !== null]).toEqual([null, true]);
  expect(solving.counted?.right).toBe(false);

  await solving.attempt('a2');
  expect(asked).toEqual(['a1', 'a2']);
  expect([solving.step, solving.picker, solving.event]).toEqual([1, null, line[0]]);
  expect(solving.view.scores).toEqual([1, 0]);
  expect(solving.counted?.right, 'the first one is what counted').toBe(false);
  solving.show(7);
  expect([solving.step, solving.view.scores]).toEqual([2, [2, 0]]);
  solving.show(0);
  expect([solving.view, solving.event]).toEqual([puzzle.view, null]);
});

test('what is refused is told, and one may try again', async () => {
  const solving = new Solving(puzzle, () => Promise.reject(new Error('no')));
  await solving.attempt('a1');
  expect(solving.sending.problem).not.toBe('');
  expect(solving.answer).toBeNull();
  expect(solving.picker).not.toBeNull();
});
