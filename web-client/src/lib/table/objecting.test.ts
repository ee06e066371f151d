import { expect, test } from 'vitest';
import type { Objection } from '../protocol';
import { Objecting } from './objecting.svelte';

const words = (found: Objection | undefined): string => found?.objection ?? 'nobody knows';
const blocked: Objection = { objection: 'blocked' };

test('a refusal is put in words, and known as the rules know it', async () => {
  const objecting = new Objecting(() => Promise.resolve(blocked), words);
  await objecting.ask('a1-a2', () => null, true);
  expect([objecting.words, objecting.objection]).toEqual(['blocked', blocked]);
  await objecting.ask('a1-a2', () => null, false);
  expect(objecting.words, 'without a line').not.toBe('');
  expect(objecting.objection).toBeNull();
});

test('an empty square that is clicked first needs no words, one that a piece goes to does', async () => {
  const objecting = new Objecting(() => Promise.resolve({ objection: 'empty' }), words);
  await objecting.ask('a1', () => null, true);
  expect(objecting.words).toBe('');
  await objecting.ask('a1-a2', () => null, true);
  expect(objecting.words).toBe('empty');
});

test('an answer about a position that is gone is not told, and none is no fault', async () => {
  const objecting = new Objecting(() => Promise.reject(new Error('stale')), words);
  await objecting.ask('a1-a2', () => null, true);
  expect([objecting.words, objecting.objection]).toEqual(['nobody knows', null]);
  const pickers = [null, { other: true } as never];
  const late = new Objecting(() => Promise.resolve(blocked), words);
  await late.ask('a1-a2', () => pickers.shift() ?? null, true);
  expect([late.words, late.objection]).toEqual(['', null]);
});
