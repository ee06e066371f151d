// A finished game's dice, checked in every way that there is; and with one bit turned over, which none of them lets pass.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verifyDice } from './house.mjs';

/** What every roll of a record is made of, as far as a changed bit of it cannot go unnoticed. */
const PARTS = ['seal', 'secret', 'share', 'dice'];

/**
 * Checks the dice of a finished game
 * - by the game's own page,
 * - by REST, with a checker of our own: what the house says of its record there is no more than its word,
 * - by the page of one file, saved and opened from the disk,
 * - by the command line.
 */
export async function fitsInAllWays(house, company, id) {
  const shelf = await mkdtemp(join(tmpdir(), 'cydonia-checking-'));
  const file = join(shelf, 'record.json');
  const saved = join(shelf, 'verify-dice.html');
  const source = await fetch(house.url('verify-dice.html'));
  await writeFile(saved, await source.text());

  const guest = await company.join('Guest', `games/${id}`);
  const alone = await guest.page.context().newPage();
  alone.on('pageerror', (error) => guest.troubles.push(String(error)));
  const address = `matches/${id}/dice`;
  const report = await house.get(address);
  const count = report.proof.rolls.length;

  const page = (fits) => guest.page.locator(`[data-testid=dice-kept][data-fits=${fits}]`);
  const fromDisk = async (record, fits) => {
    await writeFile(file, JSON.stringify(record));
    await alone.goto(pathToFileURL(saved).href);
    await alone.getByLabel('Pick a file').setInputFiles(file);
    return alone.locator(`#finding[data-fits=${fits}]`).innerText();
  };

  await page(true).getByText(`All ${count} rolls verified.`).waitFor();
  assert.ok(report.fits, report.sentence);
  assert.equal(firstFlaw(report.proof), null);
  assert.match(await fromDisk(report, true), new RegExp(`All ${count} rolls verified`));
  assert.deepEqual(verifyDice(file).status, 0);

  const k = Math.floor(count / 2);
  for (const part of PARTS) {
    const changed = structuredClone(report);
    changed.proof.rolls[k][part] = withOneBitTurned(changed.proof.rolls[k][part]);
    // The house that this page hears from has another record than the one that was played.
    await guest.page.route(`**/api/v1/${address}`, (route) => route.fulfill({ json: changed }));
    await guest.page.reload();
    await page(false).getByText(`Roll ${k}:`).waitFor();
    await guest.page.unroute(`**/api/v1/${address}`);
    assert.equal(firstFlaw(changed.proof), k, part);
    assert.match(await fromDisk(changed, false), new RegExp(`Roll ${k}:`));
    const { status, stdout, stderr } = verifyDice(file);
    assert.equal(status, 1, part);
    assert.match(stdout + stderr, new RegExp(`[Rr]oll ${k}\\b`));
  }
  guest.assertNoTroubles();
  await guest.page.context().close();
  await rm(shelf, { recursive: true });
}

/** A value in hexadecimal digits, or two dice, with one bit turned over. */
function withOneBitTurned(value) {
  if (Array.isArray(value)) return [value[0] ^ 1, value[1]];
  return (parseInt(value[0], 16) ^ 1).toString(16) + value.slice(1);
}

/**
 * The number of the first roll that does not fit, or null: docs/dice.md put into practice once more, with nothing of the
 * house's code, as anybody may who fetches the record.
 */
function firstFlaw({ table, pledges, rolls }) {
  const out = [...pledges];
  const flaw = rolls.findIndex(({ roller, seal, secret, waiting, share, pledge, dice }, k) => {
    const fits =
      sha256(secret) === seal &&
      (share === null || sha256(share) === out[roller]) &&
      (dice === null || `${rolled(secret, table, k, waiting ?? '', share ?? '')}` === `${dice}`);
    out[roller] = pledge;
    return !fits;
  });
  return flaw < 0 ? null : flaw;
}

function sha256(digits) {
  return createHash('sha256').update(Buffer.from(digits, 'hex')).digest('hex');
}

function rolled(secret, table, k, ...shares) {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(k));
  const parts = shares.map((digits) => Buffer.from(digits, 'hex')).flatMap((share) => [bigEndian(share.length, 2), share]);
  const message = [Buffer.from('cydonia-dice-v1'), Buffer.from(table.replaceAll('-', ''), 'hex'), number, ...parts];
  const dice = [];
  for (let block = 0; dice.length < 2; block += 1) {
    const hmac = createHmac('sha256', Buffer.from(secret, 'hex'));
    for (const part of [...message, bigEndian(block, 4)]) hmac.update(part);
    dice.push(...[...hmac.digest()].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1));
  }
  return dice.slice(0, 2);
}

function bigEndian(number, length) {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(number, 0, length);
  return bytes;
}
