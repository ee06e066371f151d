// Proof of a game. What a page finds of one by itself: the signature over its very bytes, the chain, and the dice against the line.

import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { check as checkDice, readProof } from '../dice/proof';
import type { ChainLink, ProofSeal, ProofStatement } from '../protocol';

// The form of docs/proof.md, byte for byte. Both hashes and the curve are libraries', since pages on plain http are not given the
// browser's own. There are no rules here: whether the line is legal, and what it does to ratings, only the house and
// `cydonia verify` can tell.
hashes.sha512 = sha512;

/** What every signed message begins with, and the name of the form. */
const SCHEME = 'cydonia-proof-v1';

/** A proof as it was read. */
export interface GameProof {
  statement: ProofStatement;
  seal: ProofSeal;
  /** The statement's line, over whose bytes the signature is. */
  line: string;
}

/** What was found of one part: whether it fits, or null where there was nothing to compare. */
export interface Found {
  signature: boolean;
  dice: boolean | null;
}

/** Reads a file's text; null if it is no proof. */
export function readGameProof(text: string): GameProof | null {
  const [line, last, end, ...more] = text.split('\n');
  if (line === undefined || last === undefined || end !== '' || more.length > 0) return null;
  try {
    const statement: unknown = JSON.parse(line);
    const seal: unknown = JSON.parse(last);
    const isProof = isStatement(statement) && isSeal(seal) && written(seal) === last;
    return isProof ? { statement, seal, line } : null;
  } catch {
    return null;
  }
}

/** A seal in the one way to write it: the signature is not over its line. */
function written({ before: { number, link }, key, signature }: ProofSeal): string {
  return JSON.stringify({ before: { number, link }, key, signature });
}

/** Checks what a page can. */
export function examine(proof: GameProof): Found {
  return { signature: isSigned(proof), dice: diceFit(proof.statement) };
}

/** Where the game stands in the chain: what the next one's proof must have before it. */
export function linkOf(proof: GameProof): ChainLink {
  return { number: proof.statement.number, link: bytesToHex(sha256(message(proof))) };
}

/** Whether a proof is chained to another one. */
export function follows(proof: GameProof, before: GameProof): boolean {
  const { number, link } = linkOf(before);
  return proof.seal.before.number === number && proof.seal.before.link === link;
}

function message({ statement, seal, line }: GameProof): Uint8Array {
  return concatBytes(
    utf8ToBytes(SCHEME),
    number8(seal.before.number),
    hexToBytes(seal.before.link),
    number8(statement.number),
    sha256(utf8ToBytes(line)),
  );
}

/** By the strict rule, which knows one signature alone where looser ones take several spellings of it. */
function isSigned(proof: GameProof): boolean {
  const { key, signature } = proof.seal;
  try {
    return verify(hexToBytes(signature), message(proof), hexToBytes(key), { zip215: false });
  } catch {
    return false;
  }
}

/** Whether the dice fit what was sealed and pledged, and are the rolls of the line and no others; null without dice. */
function diceFit({ record, dice }: ProofStatement): boolean | null {
  if (dice === null) return null;
  const proved = dice.rolls.map((roll) => (roll.dice ? `roll ${roll.dice.join(' ')}` : 'lost'));
  const played = record.split('\n').filter((entry) => /^(?:roll [1-6] [1-6]|lost)$/.test(entry));
  const isOfThisGame = record.split('\n').includes(`[Id "${dice.table}"]`);
  return isOfThisGame && checkDice(dice) === null && played.join() === proved.join();
}

/** A whole number in 8 bytes, big endian. */
function number8(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isHex = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);

function isStatement(value: unknown): value is ProofStatement {
  if (!isObject(value)) return false;
  const { scheme, number, record, dice, seats } = value;
  const hasDice = dice === null || readProof(JSON.stringify(dice)) !== null;
  const hasParts = typeof record === 'string' && Array.isArray(seats) && hasDice;
  return scheme === SCHEME && isNumber(number) && hasParts;
}

function isSeal(value: unknown): value is ProofSeal {
  if (!isObject(value) || !isObject(value.before)) return false;
  const { before, key, signature } = value;
  return (
    isNumber(before.number) && isHex(before.link, 64) && isHex(key, 64) && isHex(signature, 128)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
