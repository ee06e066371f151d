import { expect, test } from 'vitest';
import vectors from '../../../../docs/dice-vectors.json';
import type { DiceProof, Event } from '../protocol';
import { examine } from './kept';
import { nothingSeen } from './transcript';

const proof = vectors.records[1]?.record as DiceProof;

/** The game whose dice these are. */
const events = proof.rolls.map(
  ({ roller: seat, secret, waiting, pledge, seal, share, dice }, k): Event => {
    const opened = { secret, waiting, pledge, seal };
    return dice === null
      ? { n: k, ms: 0, type: 'lost', seat, k, opened }
      : { n: k, ms: 0, type: 'roll', seat, k, dice, opened, ...(share ? { share } : {}) };
  },
);

test('a record is of the game that was played', () => {
  expect(examine(proof, events, null)).toEqual({ fits: true, witnessed: 0 });
  expect(examine(proof, events.slice(1), null)).toEqual({ fits: false, differs: 'game', k: 0 });
  expect(examine(proof, events.slice(0, -1), null)).toMatchObject({ differs: 'game', k: 5 });
  const other = events.with(2, { ...events[2], dice: [1, 2] } as Event);
  expect(examine(proof, other, null)).toMatchObject({ differs: 'game', k: 2 });
});

test('a record has the seals that this browser saw', () => {
  const seals = proof.rolls.map(({ seal }) => seal);
  const seen = { ...nothingSeen(), seals: [...seals, proof.unopened] };
  expect(examine(proof, events, seen)).toEqual({ fits: true, witnessed: 6 });
  const some = { ...seen, seals: ['', '', seals[2] as string] };
  expect(examine(proof, events, some)).toEqual({ fits: true, witnessed: 1 });
  const others = { ...seen, seals: ['', '0'.repeat(64)] };
  expect(examine(proof, events, others)).toEqual({ fits: false, differs: 'seen', k: 1 });
  const last = { ...seen, seals: [...seals, '0'.repeat(64)] };
  expect(examine(proof, events, last)).toMatchObject({ differs: 'seen', k: 6 });
});

test('a record with a flaw is no more than that', () => {
  const flawed = { ...proof, scheme: 'another' };
  expect(examine(flawed, events, null)).toEqual({ fits: false, flaw: { kind: 'form' } });
});
