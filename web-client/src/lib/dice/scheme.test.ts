import { expect, test } from 'vitest';
import vectors from '../../../../docs/dice-vectors.json';
import { newSeed, pledgeOf, pledgedShare, roll, sealOf, waitingShare } from './scheme';

const { table } = vectors;

test.each(vectors.rolls)('roll $k comes out as published', (vector) => {
  const { secret, k, waiting, roller, seal, dice } = vector;
  expect(sealOf(secret)).toBe(seal);
  expect(roll(secret, table, k, waiting, roller)).toEqual(dice);
});

test.each(vectors.pledged_shares)('pledge $j comes out as published', (vector) => {
  const { seed, j, share, pledge } = vector;
  expect(pledgedShare(seed, table, j)).toBe(share);
  expect(pledgeOf(share)).toBe(pledge);
});

test.each(vectors.waiting_shares)('the share for roll $k comes out as published', (vector) => {
  const { seed, k, seal, share } = vector;
  expect(waitingShare(seed, table, k, seal)).toBe(share);
});

test('a seat that adds nothing is one whose share is empty', () => {
  const secret = '00'.repeat(32);
  expect(roll(secret, table, 0, null, null)).toEqual(roll(secret, table, 0, '', ''));
});

test('seeds are 32 bytes, and new each time', () => {
  expect(newSeed()).toMatch(/^[0-9a-f]{64}$/);
  expect(newSeed()).not.toBe(newSeed());
});
