import { expect, test, vi } from 'vitest';
import { Publisher } from './publisher';

test('all who subscribe are told, in the order in which they came', () => {
  const publisher = new Publisher<[count: number, word: string]>();
  const told: [string, number, string][] = [];
  publisher.subscribe((...what) => told.push(['first', ...what]));
  publisher.subscribe((...what) => told.push(['second', ...what]));
  publisher.publish(1, 'a');
  expect(told).toEqual([
    ['first', 1, 'a'],
    ['second', 1, 'a'],
  ]);
});

test('who has unsubscribed is told no more, and nobody else with them', () => {
  const publisher = new Publisher<[number]>();
  const [gone, stays] = [vi.fn(), vi.fn()];
  const unsubscribe = publisher.subscribe(gone);
  publisher.subscribe(stays);
  unsubscribe();
  unsubscribe();
  publisher.publish(1);
  expect(gone).not.toHaveBeenCalled();
  expect(stays.mock.calls).toEqual([[1]]);
});

test('one listener may subscribe twice, and each subscription ends by itself', () => {
  const publisher = new Publisher<[number]>();
  const listener = vi.fn();
  const unsubscribe = publisher.subscribe(listener);
  publisher.subscribe(listener);
  publisher.publish(1);
  unsubscribe();
  publisher.publish(2);
  expect(listener.mock.calls).toEqual([[1], [1], [2]]);
});

test('who unsubscribes or subscribes while being told leaves the others theirs', () => {
  const publisher = new Publisher<[number]>();
  const [late, last] = [vi.fn(), vi.fn()];
  const unsubscribe = publisher.subscribe(() => {
    unsubscribe();
    publisher.subscribe(late);
  });
  publisher.subscribe(last);
  publisher.publish(1);
  expect(late).not.toHaveBeenCalled();
  publisher.publish(2);
  expect(late.mock.calls).toEqual([[2]]);
  expect(last.mock.calls).toEqual([[1], [2]]);
});
