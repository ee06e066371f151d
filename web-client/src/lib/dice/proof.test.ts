import { describe, expect, test } from 'vitest';
import vectors from '../../../../docs/dice-vectors.json';
import type { DiceProof, ProvedRoll } from '../protocol';
import type { Flaw } from './proof';
import { check, plainSeats, readProof, voidRolls } from './proof';

const named = (name: string): DiceProof => {
  const found = vectors.records.find((one) => one.name === name);
  return structuredClone(found?.record) as DiceProof;
};
const BOTH = 'both seats add';
const LOST = 'an opening that is repeated, and a part that was lost';
const PLAIN = 'seat 1 adds nothing';
const at = (proof: DiceProof, k: number): ProvedRoll => proof.rolls[k] as ProvedRoll;

/** The same with one bit of one of its digits turned over. */
function flip(hex: string | null, index = 0): string {
  const digit = parseInt(hex?.[index] ?? '0', 16) ^ 1;
  return `${hex?.slice(0, index)}${digit.toString(16)}${hex?.slice(index + 1)}`;
}

describe('a record', () => {
  test.each(vectors.records)('fits: $name', ({ record }) => {
    const proof = readProof(JSON.stringify(record));
    expect(proof).toEqual(record);
    expect(proof && check(proof)).toBeNull();
  });

  test('says who adds nothing, and what was lost', () => {
    expect(plainSeats(named(BOTH))).toEqual([]);
    expect(plainSeats(named(PLAIN))).toEqual([1]);
    expect(voidRolls(named(LOST))).toBe(1);
    expect(voidRolls(named(BOTH))).toBe(0);
  });

  test('is judged without what was never opened', () => {
    const proof = named(BOTH);
    proof.unopened = flip(proof.unopened);
    proof.unused = null;
    for (const k of [2, 3]) at(proof, k).pledge = flip(at(proof, k).pledge);
    expect(check(proof)).toBeNull();
  });
});

type Case = [what: string, name: string, change: (proof: DiceProof) => void, flaw: Flaw];

describe('a flaw is found and named', () => {
  test.each<Case>([
    ['another scheme', BOTH, (proof) => (proof.scheme += '2'), { kind: 'form' }],
    ['one seat', BOTH, (proof) => proof.pledges.pop(), { kind: 'form' }],
    ['three seats', BOTH, (proof) => proof.pledges.push(null), { kind: 'form' }],
    ['a third roller', BOTH, (proof) => (at(proof, 1).roller = 2), { kind: 'form' }],
    [
      'another secret',
      BOTH,
      (proof) => (at(proof, 1).secret = flip(at(proof, 1).secret)),
      { kind: 'seal', k: 1 },
    ],
    [
      'another seal',
      BOTH,
      (proof) => (at(proof, 2).seal = flip(at(proof, 2).seal)),
      { kind: 'seal', k: 2 },
    ],
    [
      'another first pledge',
      BOTH,
      (proof) => (proof.pledges[0] = flip(proof.pledges[0] ?? '')),
      { kind: 'pledge', k: 0 },
    ],
    [
      'another pledge',
      BOTH,
      (proof) => (at(proof, 0).pledge = flip(at(proof, 0).pledge)),
      { kind: 'pledge', k: 2 },
    ],
    [
      'another share of the roller',
      BOTH,
      (proof) => (at(proof, 1).share = flip(at(proof, 1).share)),
      { kind: 'pledge', k: 1 },
    ],
    [
      'another share of the other',
      BOTH,
      (proof) => (at(proof, 1).waiting = flip(at(proof, 1).waiting)),
      { kind: 'dice', k: 1 },
    ],
    ['another table', BOTH, (proof) => (proof.table = flip(proof.table)), { kind: 'dice', k: 0 }],
    ['other dice', BOTH, (proof) => at(proof, 3).dice?.reverse(), { kind: 'dice', k: 3 }],
    ['a roll left out', BOTH, (proof) => proof.rolls.splice(1, 1), { kind: 'dice', k: 1 }],
    ['the wrong order', BOTH, (proof) => proof.rolls.reverse(), { kind: 'pledge', k: 0 }],
    ['no waiting share', BOTH, (proof) => (at(proof, 0).waiting = null), { kind: 'parts', k: 0 }],
    ['no share', BOTH, (proof) => (at(proof, 0).share = null), { kind: 'parts', k: 0 }],
    ['no pledge', BOTH, (proof) => (at(proof, 0).pledge = null), { kind: 'parts', k: 0 }],
    ['no dice', BOTH, (proof) => (at(proof, 0).dice = null), { kind: 'parts', k: 0 }],
    [
      'a share of the seat that adds nothing',
      PLAIN,
      (proof) => (at(proof, 1).share = at(proof, 0).share),
      { kind: 'parts', k: 1 },
    ],
    [
      'something lost where there was nothing',
      PLAIN,
      (proof) => (at(proof, 4).dice = null),
      { kind: 'parts', k: 4 },
    ],
    ['dice of a void roll', LOST, (proof) => (at(proof, 3).dice = [1, 1]), { kind: 'parts', k: 3 }],
    [
      'another pledge instead of the lost one',
      LOST,
      (proof) => (at(proof, 3).pledge = flip(at(proof, 3).pledge)),
      { kind: 'pledge', k: 4 },
    ],
  ])('%s', (_, name, change, flaw) => {
    const proof = named(name);
    change(proof);
    expect(check(proof)).toEqual(flaw);
  });

  test('any bit of what was opened', () => {
    for (const part of ['secret', 'seal', 'share'] as const) {
      for (let index = 0; index < 64; index++) {
        const proof = named(BOTH);
        at(proof, 2)[part] = flip(at(proof, 2)[part], index);
        expect(check(proof), `${part} ${index}`).not.toBeNull();
      }
    }
  });
});

describe('a published flaw is found', () => {
  test.each(vectors.flawed)('$name', ({ record, flaw }) => {
    const proof = readProof(JSON.stringify(record));
    expect(proof && check(proof)).toEqual(flaw);
  });
});

describe('a roll that was made cannot be told as lost', () => {
  test.each(vectors.records)('$name', ({ name }) => {
    for (const [k, { roller, dice }] of named(name).rolls.entries()) {
      const proof = named(name);
      if (dice === null || proof.pledges[roller] === null) continue;
      Object.assign(at(proof, k), { share: null, dice: null });
      // The last one, and an opening roll after which the same seat rolls, leave no trace.
      const next = proof.rolls[k + 1]?.roller ?? roller;
      expect(check(proof), `roll ${k}`).toEqual(next === roller ? null : { kind: 'turn', k });
    }
  });
});

describe('reading', () => {
  test.each(vectors.unreadable)('refuses what has $name', ({ text }) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(readProof(text)).toBeNull();
  });

  test('takes the report as well, and only its proof', () => {
    const proof = named(BOTH);
    const report = { proof, fits: false, sentence: 'whatever' };
    expect(readProof(JSON.stringify(report))).toEqual(proof);
  });

  test.each([
    ['no JSON', () => '{'],
    ['nothing', () => ''],
    ['a list', () => '[]'],
    ['an empty object', () => '{}'],
    ['another field', (text: string) => text.replace('{', '{"more":1,')],
    ['a field missing', (text: string) => text.replace(/"unused":[^}]*/, '"x":0')],
    ['large letters', (text: string) => text.replace(/[0-9a-f]{64}/, 'A'.repeat(64))],
    ['a short seal', (text: string) => text.replace(/[0-9a-f]{64}/, '00')],
    ['a short share', (text: string) => text.replace(/"share":"[0-9a-f]*"/, '"share":"00"')],
    ['an odd share', (text: string) => text.replace(/"share":"/, '"share":"0')],
    ['three dice', (text: string) => text.replace(/"dice":\[/, '"dice":[1,')],
    ['half a die', (text: string) => text.replace(/"dice":\[\d/, '"dice":[1.5')],
    ['a table that is none', (text: string) => text.replace(/"table":"\w/, '"table":"')],
  ])('refuses %s', (_, spoil) => {
    expect(readProof(spoil(JSON.stringify(named(BOTH))))).toBeNull();
  });
});
