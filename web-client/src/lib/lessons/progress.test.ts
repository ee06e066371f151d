import { expect, test } from 'vitest';
import { MemoryStorage } from '../testing/memoryStorage';
import { LessonProgress } from './progress.svelte';

test('what is done is known the next time, and doing it again loses nothing', () => {
  const store = new MemoryStorage();
  const progress = new LessonProgress(() => store);
  expect([progress.of('go', 6), progress.begun('go')]).toEqual([0, false]);
  progress.note('go', 3);
  progress.note('go', 1);
  progress.note('chess', 6);
  const next = new LessonProgress(() => store);
  expect([next.of('go', 6), next.of('chess', 5), next.begun('go')]).toEqual([3, 5, true]);
});

test('two tabs add up', () => {
  const store = new MemoryStorage();
  const [one, other] = [new LessonProgress(() => store), new LessonProgress(() => store)];
  one.note('go', 3);
  other.note('chess', 2);
  expect(new LessonProgress(() => store).of('go', 6)).toBe(3);
});

test.each(['no JSON', '[1]', '{"go":"far"}', '{"go":-2}', 'null', '7'])(
  '%s is no progress',
  (kept) => {
    const store = new MemoryStorage({ 'cydonia.lessons': kept });
    expect(new LessonProgress(() => store).of('go', 6)).toBe(0);
  },
);

test('a browser that keeps nothing remembers as long as the page', () => {
  const progress = new LessonProgress(() => {
    throw new Error('no storage');
  });
  progress.note('go', 2);
  expect(progress.of('go', 6)).toBe(2);
});
