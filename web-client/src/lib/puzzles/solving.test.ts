import { expect, test, vi } from 'vitest';
import type { Event, Puzzle, PuzzleAnswer } from '../protocol';
import { layout, view } from '../testing/samples';
import { Solving } from './solving.svelte';
import type { PuzzleHelp } from './solving.svelte';

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
  scores: [{ change: [2, 0], actions: [1] }],
};
const line: Event[] = [1, 2].map((n) => ({
  n,
  ms: 0,
  type: 'act',
  seat: 0,
  action: 'a2',
  diff: { scores: [n, 0] },
}));

/** Help that answers attempts so, and says to all that is tried that something lies there. */
function help(attempt: PuzzleHelp['attempt']): PuzzleHelp {
  return {
    attempt,
    explain: () => Promise.resolve({ objection: 'occupied' }),
    brings: ([own = 0]) => ({ badge: String(own), words: `${own} points` }),
  };
}

function answer(right: boolean, counted: boolean): PuzzleAnswer {
  return { right, counted, solution: 'a2', line, best: 90, second: 20, rating, own: null };
}

test('a wrong attempt leaves the board to try again, and a right one shows the solution', async () => {
  const answers = [answer(false, true), answer(true, false)];
  const asked: string[] = [];
  const solving = new Solving(
    puzzle,
    help((_, action) => {
      asked.push(action);
      return Promise.resolve(answers[asked.length - 1] ?? answer(true, false));
    }),
  );
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
  const solving = new Solving(
    puzzle,
    help(() => Promise.reject(new Error('no'))),
  );
  await solving.attempt('a1');
  expect(solving.sending.problem).not.toBe('');
  expect(solving.answer).toBeNull();
  expect(solving.picker).not.toBeNull();
});

test('what may not be done is explained until something else is tried, and costs no attempt', async () => {
  const attempt = vi.fn(() => Promise.resolve(answer(true, true)));
  const solving = new Solving(puzzle, help(attempt));
  solving.picker?.pick('a3');
  expect(solving.objection, 'nothing is said before the answer').toBeNull();
  await vi.waitFor(() => expect(solving.objection).toEqual({ objection: 'occupied' }));
  expect(attempt).not.toHaveBeenCalled();
  solving.picker?.cancel();
  expect(solving.objection).toBeNull();
});

test('what an action brings is told before it is taken', () => {
  const { picker } = new Solving(
    puzzle,
    help(() => Promise.resolve(answer(true, true))),
  );
  expect([picker?.brings('a1'), picker?.brings('a2')]).toEqual([
    null,
    { badge: '2', words: '2 points' },
  ]);
});
