import { expect, test } from 'vitest';
import type { Command, ReviewPlace } from '../protocol';
import type { Place } from '../table/sideline/whatIfBoard.svelte';
import { Refusal } from '../net/refusal';
import { reviewOf } from './reviewOf';
import { SharedReview } from './sharedReview.svelte';

const ID = '11111111-2222-4333-8444-555555555555';

/** A review whose requests are answered one by one, when the test says so. */
function set() {
  const asked: Command[] = [];
  const answers: ((refusal?: Refusal) => void)[] = [];
  const gone: Place[] = [];
  const request = (command: Command) => {
    asked.push(command);
    return new Promise<never>((resolve, reject) => {
      answers.push((refusal) => (refusal ? reject(refusal) : resolve(undefined as never)));
    });
  };
  const review = new SharedReview(ID, 't', undefined, { request }, (place) => gone.push(place));
  return { review, asked, answers, gone };
}

function told(you: number, leader: number, place: ReviewPlace | null = null) {
  const people = [{ number: 0, name: 'Ada' }, { number: 1 }];
  return { type: 'review', review: ID, table: 't', you, leader, people, place } as const;
}

const at = (ply: number): Place => ({ ply, line: [], shown: 0 });
const place = (step: number): ReviewPlace => ({ step, line: [], shown: 0 });
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('the leader shows one place at a time, and of those meanwhile only the last', async () => {
  const { review, asked, answers } = set();
  void review.join();
  review.hear(told(0, 0));
  expect(review.leads).toBe(true);
  for (const ply of [1, 2, 3]) review.moved(at(ply));
  expect(asked.slice(1)).toEqual([{ type: 'show', review: ID, place: place(1) }]);
  answers[1]?.();
  await settled();
  expect(asked.slice(2)).toEqual([{ type: 'show', review: ID, place: place(3) }]);
  review.moved(at(3));
  answers[2]?.();
  await settled();
  expect(asked).toHaveLength(3);
});

test('whoever follows goes where the leader is, until they go elsewhere by themselves', () => {
  const { review, asked, gone } = set();
  review.hear(told(1, 0, place(4)));
  expect(gone).toEqual([at(4)]);
  review.moved(at(4));
  expect(review.following).toBe(true);
  review.moved(at(2));
  expect(review.following).toBe(false);
  review.hear({ type: 'shown', review: ID, place: place(7) });
  expect(gone).toHaveLength(1);
  review.follow();
  expect(gone[1]).toEqual(at(7));
  expect(asked).toEqual([]);
});

test('after a break one joins again, and what others lead meanwhile is no failure', async () => {
  const { review, answers } = set();
  expect(review.resume()).toBeNull();
  review.hear(told(0, 0));
  expect(review.resume()).toEqual({ type: 'review', review: ID, table: 't' });
  review.moved(at(1));
  answers[0]?.(new Refusal('not_leader', ''));
  await settled();
  expect(review.problem).toBe('');
  review.resumed(new Refusal('too_many', ''));
  expect(review.problem).not.toBe('');
});

test('only a uuid is a review', () => {
  expect(reviewOf(`?review=${ID}`)).toBe(ID);
  for (const none of ['', '?review=', '?review=7', '?other=1']) expect(reviewOf(none)).toBeNull();
});
