import { expect, test, vi } from 'vitest';
import { Refusal } from '../net/refusal';
import { action } from './action.svelte';

/** Something that goes on until it is told how it ends. */
function open(): { what: () => Promise<void>; end: () => void; fail: (error: unknown) => void } {
  let [end, fail] = [(): void => {}, (_: unknown): void => {}];
  const promise = new Promise<void>((resolve, reject) => ([end, fail] = [resolve, reject]));
  return { what: () => promise, end, fail };
}

test('it is busy until it is done', async () => {
  const asked = action();
  const { what, end } = open();
  const done = asked.run(what);
  expect(asked.busy).toBe(true);
  end();
  expect(await done).toBe(true);
  expect([asked.busy, asked.problem]).toEqual([false, '']);
});

test('what goes wrong is told in our words, until it is tried again', async () => {
  const asked = action();
  expect(await asked.run(() => Promise.reject(new Refusal('over', 'x')))).toBe(false);
  expect([asked.busy, asked.problem]).toEqual([false, 'This game is over.']);
  expect(asked.error).toBeInstanceOf(Refusal);
  const { what, end } = open();
  const done = asked.run(what);
  expect(asked.problem).toBe('');
  end();
  await done;
  await asked.run(() => Promise.reject(new Error('a bug')));
  expect(asked.problem).toMatch(/went wrong/);
  asked.clear();
  expect(asked.problem).toBe('');
});

test('what throws at once fails like what fails later', async () => {
  const asked = action();
  const thrown = asked.run(() => {
    throw new Refusal('paused', 'x');
  });
  expect(await thrown).toBe(false);
  expect([asked.busy, asked.problem === '']).toEqual([false, false]);
});

test('several may be under way, and it is busy until the last is done', async () => {
  const asked = action();
  const [one, other] = [open(), open()];
  const both = [asked.run(one.what), asked.run(other.what)];
  one.fail(new Refusal('stale', 'x'));
  expect(await both[0]).toBe(false);
  expect(asked.busy).toBe(true);
  other.end();
  expect(await both[1]).toBe(true);
  expect(asked.busy).toBe(false);
});

test('alone means that a second click asks nothing more', async () => {
  const asked = action();
  const { what, end } = open();
  const second = vi.fn(() => Promise.resolve());
  const done = asked.runAlone(what);
  expect(await asked.runAlone(second)).toBe(false);
  expect(second).not.toHaveBeenCalled();
  end();
  expect(await done).toBe(true);
  expect(await asked.runAlone(second)).toBe(true);
  expect(second).toHaveBeenCalledOnce();
});

test('of a kind one is asked at a time, and of another kind beside it', async () => {
  const asked = action();
  const [first, other] = [open(), open()];
  const [one, two] = [asked.runOnce('draw', first.what), asked.runOnce('pause', other.what)];
  expect(await asked.runOnce('draw', () => Promise.reject(new Error('asked twice')))).toBe(false);
  expect(asked.error).toBeUndefined();
  first.end();
  other.end();
  expect(await Promise.all([one, two])).toEqual([true, true]);
  expect(await asked.runOnce('draw', () => Promise.resolve())).toBe(true);
});
