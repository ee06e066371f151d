import { expect, test } from 'vitest';
import example from '../../../../docs/proof-example.ndjson?raw';
import { examine, follows, linkOf, readGameProof } from './gameProof';

function read(text: string) {
  const proof = readGameProof(text);
  if (!proof) throw new Error('this is no proof');
  return proof;
}

test('the published proof fits, and is chained to the game that it names', () => {
  const proof = read(example);
  expect(examine(proof)).toEqual({ signature: true, dice: true });
  expect(proof.statement.number).toBe(proof.seal.before.number + 1);
  expect(follows(proof, proof)).toBe(false);
  const next = { ...proof, seal: { ...proof.seal, before: linkOf(proof) } };
  expect(follows(next, proof)).toBe(true);
  expect(examine(next).signature).toBe(false);
});

test('a proof with any byte changed does not fit, or is none', { timeout: 120_000 }, () => {
  const bytes = new TextEncoder().encode(example);
  const [line = ''] = example.split('\n');
  // Every byte of the seal, which is read, and enough of the statement, which is hashed whole.
  const places = [...bytes.keys()].filter((place) => place >= line.length || place % 23 === 0);
  for (const place of places) {
    const changed = bytes.slice();
    changed[place] = (changed[place] ?? 0) ^ 1;
    const proof = readGameProof(new TextDecoder().decode(changed));
    expect(proof === null || !examine(proof).signature, `byte ${place}`).toBe(true);
  }
});

test('what has not two lines of its form is none', () => {
  const [line = '', seal = ''] = example.split('\n');
  for (const text of [
    '',
    '\n\n',
    '{}\n{}\n',
    `${line}\n${seal}`,
    `${example}\n`,
    `${line}\n`,
    `${seal}\n${line}\n`,
  ])
    expect(readGameProof(text), text.slice(0, 40)).toBeNull();
  const { before, key, signature } = JSON.parse(seal);
  for (const [other, how] of [
    [` ${seal}`, 'with blanks'],
    [JSON.stringify({ key, before, signature }), 'in another order'],
    [JSON.stringify({ before, key, signature, more: 1 }), 'with more'],
    [JSON.stringify({ before: { ...before, more: 1 }, key, signature }), 'with more within'],
  ])
    expect(readGameProof(`${line}\n${other}\n`), how).toBeNull();
});

test('dice that are not those of the line do not fit, though they fit by themselves', () => {
  const proof = read(example);
  const dice = proof.statement.dice;
  const last = dice?.rolls.at(-1);
  if (!dice || !last) throw new Error('it has dice');
  const cut = {
    ...dice,
    rolls: dice.rolls.slice(0, -1),
    unopened: last.seal,
    unused: last.waiting,
  };
  expect(examine({ ...proof, statement: { ...proof.statement, dice: cut } }).dice).toBe(false);
  const lost = {
    ...dice,
    rolls: [...dice.rolls.slice(0, -1), { ...last, share: null, dice: null }],
  };
  expect(examine({ ...proof, statement: { ...proof.statement, dice: lost } }).dice).toBe(false);
  expect(examine({ ...proof, statement: { ...proof.statement, dice: null } }).dice).toBeNull();
});
