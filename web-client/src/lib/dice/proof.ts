// Proof verifier. A record of dice checked by itself, roll by roll.

import type { DiceProof, ProvedRoll } from '../protocol';
import { SCHEME, pledgeOf, roll, sealOf } from './scheme';

/** What does not fit in a record, and at which roll. The kinds are those of the protocol crate. */
export type Flaw =
  { kind: 'form' } | { kind: 'seal' | 'pledge' | 'parts' | 'dice' | 'turn'; k: number };

/**
 * Checks that all secrets, seals, pledges, shares and dice of a record fit together; tells the
 * first flaw, or null. That seals and pledges came *first* no record can prove: that is known to
 * whoever was there.
 */
export function check(proof: DiceProof): Flaw | null {
  if (proof.scheme !== SCHEME || proof.pledges.length !== 2) return { kind: 'form' };
  const pledges = [...proof.pledges];
  const haveRolled = new Set<number>();
  for (const [k, entry] of proof.rolls.entries()) {
    const { roller, secret, waiting, share, pledge, dice } = entry;
    if (roller !== 0 && roller !== 1) return { kind: 'form' };
    if (!hasItsParts(entry, pledges[roller] !== null, pledges[1 - roller] !== null)) {
      return { kind: 'parts', k };
    }
    if (sealOf(secret) !== entry.seal) return { kind: 'seal', k };
    if (share !== null && pledgeOf(share) !== pledges[roller]) return { kind: 'pledge', k };
    const right = roll(secret, proof.table, k, waiting, share);
    if (dice !== null && dice.join() !== right.join()) return { kind: 'dice', k };
    haveRolled.add(roller);
    const next = proof.rolls[k + 1]?.roller ?? null;
    if (next !== null && !mayRollNext(next, entry, haveRolled.size === 2)) {
      return { kind: 'turn', k };
    }
    pledges[roller] = pledge;
  }
  return null;
}

/** Whether there is what each seat owes, and nothing of a seat that adds nothing. */
function hasItsParts(entry: ProvedRoll, rollerAdds: boolean, otherAdds: boolean): boolean {
  const isVoid = entry.dice === null;
  return (
    (entry.waiting !== null) === otherAdds &&
    (entry.share !== null) === (rollerAdds && !isVoid) &&
    (entry.pledge !== null) === rollerAdds &&
    (rollerAdds || !isVoid)
  );
}

/**
 * Whether a seat may make the roll after this one. A void roll is made again by the same seat. After
 * any other it is the other seat's turn, but for opening rolls, which are one seat's until the other
 * has rolled too.
 */
function mayRollNext(next: number, { roller, dice }: ProvedRoll, bothHaveRolled: boolean): boolean {
  if (dice === null) return next === roller;
  return !bothHaveRolled || next !== roller;
}

/** How many rolls are void because a seat had lost its part. */
export function voidRolls(proof: DiceProof): number {
  return proof.rolls.filter((entry) => entry.dice === null).length;
}

/** The seats that add nothing to any roll. */
export function plainSeats(proof: DiceProof): number[] {
  return proof.pledges.flatMap((pledge, seat) => (pledge === null ? [seat] : []));
}

/**
 * Reads a record from a file's text: a bare proof, or the report that holds one. Null if it is
 * neither. What a report says besides is not looked at: only the proof counts.
 */
export function readProof(text: string): DiceProof | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (namesTwice(text)) return null;
  const bare = isObject(found) && 'proof' in found ? found.proof : found;
  return isProof(bare) ? bare : null;
}

/**
 * Whether an object in JSON text has two fields of one name, however each is spelled. `JSON.parse`
 * takes the last of them, and other readers another, so that such a text says different things to
 * different people.
 */
function namesTwice(json: string): boolean {
  const open: Set<unknown>[] = [];
  for (const [token, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{}]/g)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (text !== undefined && colon !== undefined) {
      const names = open.at(-1);
      const name: unknown = JSON.parse(text);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isSmall: Test = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256;
const matches =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
/** Exactly these fields, each as it should be. */
const shaped =
  (fields: Record<string, Test>): Test =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, test]) => Object.hasOwn(value, name) && test(value[name]));

const isBytes32 = matches(/^[0-9a-f]{64}$/);
const isShare = matches(/^(?:[0-9a-f]{2}){16,64}$/);
const isUuid = matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const isRoll = shaped({
  roller: isSmall,
  seal: isBytes32,
  secret: isBytes32,
  waiting: orNull(isShare),
  share: orNull(isShare),
  pledge: orNull(isBytes32),
  dice: orNull((value) => listOf(isSmall)(value) && (value as unknown[]).length === 2),
});
const hasProofsShape = shaped({
  scheme: isText,
  table: isUuid,
  pledges: listOf(orNull(isBytes32)),
  rolls: listOf(isRoll),
  unopened: isBytes32,
  unused: orNull(isShare),
});

function isProof(value: unknown): value is DiceProof {
  return hasProofsShape(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
