import { describe, expect, test, vi } from 'vitest';
import { fold } from '../replay/fold';
import { hasLesson, lesson, stepCount, taught } from './library';
import type { Lesson } from './library';
import { objectionTo } from './objections';
import { Teaching } from './teaching.svelte';

const chess = await lesson('martian-chess');

function teaching(of: Lesson, at = 0): { taught: Teaching; done: number[] } {
  const done: number[] = [];
  const brings = ([own = 0]: readonly number[]): { badge: string; words: string } => ({
    badge: String(own),
    words: `${own} points`,
  });
  return { taught: new Teaching(of, { brings, done: (count) => done.push(count) }, at), done };
}

/** Picks an action token by token. */
function take(one: Teaching, action: string): void {
  for (const token of action.split('-')) {
    // What goes without saying has been picked already.
    if (one.picker && !one.picker.isPicked(token)) one.picker.pick(token);
  }
}

test('a right action is done on the board, and counts', () => {
  const { taught: one, done } = teaching(chess, 2);
  take(one, 'd3-d5');
  expect([one.standing, done, one.picker]).toEqual(['right', [3], null]);
  expect(one.view?.scores).toEqual([1, 0]);
  one.ask();
  expect([one.standing, one.view]).toEqual(['asked', one.step?.view]);
});

test('what is legal and not asked for leaves the position, and one may go on trying', () => {
  const { taught: one, done } = teaching(chess, 2);
  take(one, 'b1-a1');
  expect([one.standing, one.view, done]).toEqual(['otherwise', one.step?.view, []]);
  expect(one.picker?.begun).toBe(false);
  take(one, 'd3-d5');
  expect(one.standing).toBe('right');
});

test('what may not be done is told why, until something else is', () => {
  const { taught: one } = teaching(chess, 3);
  take(one, 'd5-d3');
  expect(one.objection).toEqual({ objection: 'rejection' });
  one.picker?.pick('d5');
  expect(one.objection).toBeNull();
  one.picker?.pick('d5');
  one.picker?.pick('b1');
  expect(one.objection).toEqual({ objection: 'others_ground', size: 2, seat: 0 });
  one.picker?.pick('b5');
  expect(one.objection, 'an empty square that is clicked first needs no words').toBeNull();
});

test('what an action brings is told before it is taken', () => {
  const { taught: one } = teaching(chess, 2);
  one.picker?.pick('d3');
  expect([one.picker?.brings('d4'), one.picker?.brings('d5')]).toEqual([
    null,
    { badge: '1', words: '1 points' },
  ]);
});

test('after the last step the lesson is over', () => {
  const { taught: one } = teaching(chess);
  one.go(99);
  expect([one.at, one.step, one.view, one.picker]).toEqual([one.count, null, null, null]);
  one.go(-1);
  expect(one.at).toBe(0);
});

test('there are lessons of the games that have one, and of no others', async () => {
  expect(taught().sort()).toContain('martian-chess');
  expect([hasLesson('martian-chess'), hasLesson('chess'), stepCount('chess')]).toEqual([
    true,
    false,
    0,
  ]);
  await expect(lesson('chess')).rejects.toThrow('no lesson');
});

describe.each(taught())('%s', (game) => {
  test('can be taught to its end, by what it shows and by what it says', async () => {
    const found = await lesson(game);
    expect(found.steps).toHaveLength(stepCount(game));
    const { taught: one, done } = teaching(found);
    for (const [at, step] of found.steps.entries()) {
      one.show();
      expect([one.standing, step.words.done !== ''], step.name).toEqual(['right', true]);
      for (const [action, event] of Object.entries(step.right)) {
        expect(step.choices, step.name).toContain(action);
        expect(fold(step.view, event.diff), `${step.name}: ${action}`).not.toEqual(step.view);
      }
      one.go(at + 1);
    }
    expect(done).toEqual(found.steps.map((_, at) => at + 1));
  });

  test('gives a reason against whatever is clicked and not offered', async () => {
    const spaceless = vi.fn();
    for (const step of (await lesson(game)).steps) {
      const spaces = step.layout.tokens.filter(({ type }) => type === 'space');
      const beginnings = ['', ...step.choices.map((choice) => choice.replace(/-?[^-]*$/, ''))];
      for (const beginning of new Set(beginnings)) {
        for (const { text } of spaces) {
          const tried = beginning ? `${beginning}-${text}` : text;
          const isOffered = step.choices.some((choice) => `${choice}-`.startsWith(`${tried}-`));
          if (!isOffered && !objectionTo(tried, step.objections)) spaceless(step.name, tried);
        }
      }
    }
    expect(spaceless.mock.calls).toEqual([]);
  });
});
