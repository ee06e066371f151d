// Commit–reveal scheme. Pledges, seals and rolls, as docs/dice.md has them.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Bytes32, Share } from '../protocol';

// The scheme of docs/dice.md, byte for byte. Everything comes and goes as hexadecimal digits, as on
// the wire. The hashes are a library's, since pages on plain http are not given the browser's own.

/** What every roll's message begins with, and the name of the scheme in records. */
export const SCHEME = 'cydonia-dice-v1';

/** What is told of the server's secret before it is opened. */
export function sealOf(secret: Bytes32): Bytes32 {
  return bytesToHex(sha256(hexToBytes(secret)));
}

/** What is told of a share before it is shown. */
export function pledgeOf(share: Share): Bytes32 {
  return bytesToHex(sha256(hexToBytes(share)));
}

/** The two dice of roll number `k` at a table. A seat that adds nothing has no share. */
export function roll(
  secret: Bytes32,
  table: string,
  k: number,
  waiting: Share | null,
  roller: Share | null,
): [number, number] {
  const parts = [waiting, roller].map((share) => hexToBytes(share ?? ''));
  const message = concatBytes(
    utf8ToBytes(SCHEME),
    uuidBytes(table),
    bigEndian(k, 8),
    ...parts.flatMap((part) => [bigEndian(part.length, 2), part]),
  );
  const dice: number[] = [];
  for (let block = 0; dice.length < 2; block++) {
    const digest = hmac(sha256, hexToBytes(secret), concatBytes(message, bigEndian(block, 4)));
    // 252 is the largest multiple of six that a byte holds: what lies above would favour the low faces.
    for (const byte of digest) if (byte < 252) dice.push((byte % 6) + 1);
  }
  return [dice[0] ?? 1, dice[1] ?? 1];
}

/** The share behind a seat's pledge number `j`, from the seed that its page keeps for the table. */
export function pledgedShare(seed: string, table: string, j: number): Share {
  return keyed(seed, utf8ToBytes('p'), uuidBytes(table), bigEndian(j, 8));
}

/** The share that a seat gives for the other's roll number `k`. It fits one seal only. */
export function waitingShare(seed: string, table: string, k: number, seal: Bytes32): Share {
  return keyed(seed, utf8ToBytes('w'), uuidBytes(table), bigEndian(k, 8), hexToBytes(seal));
}

/** A seed for one seat at one table: 32 bytes that nobody can guess. */
export function newSeed(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

function keyed(key: string, ...parts: Uint8Array[]): string {
  return bytesToHex(hmac(sha256, hexToBytes(key), concatBytes(...parts)));
}

function uuidBytes(uuid: string): Uint8Array {
  return hexToBytes(uuid.replaceAll('-', ''));
}

/** A whole number below 2^53 in so many bytes, the highest first. */
function bigEndian(number: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = length - 1, rest = number; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}
