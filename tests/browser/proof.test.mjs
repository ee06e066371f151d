// The proof of a game: saved from its page, checked there and by the command line, and refused where anything in it is another.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { barriers } from './barriers.mjs';
import { chance, opening } from './company.mjs';
import { FRONT } from './fronts.mjs';
import { verifyProof } from './house.mjs';
import { endTurn, roll, rollButton } from './rolling.mjs';

const { house, company } = await opening();
const shelf = await mkdtemp(join(tmpdir(), 'cydonia-proof-'));
after(() => rm(shelf, { recursive: true }));

test('a finished game’s proof is saved and checked, by the page and without it, and one that was changed is refused', async () => {
  const ada = await company.join('Ada');
  const link = await ada.openTable({ game: 'Martian Frisby' });
  const { pathname, hash } = new URL(link);
  const ben = await company.join('Ben', house.path(link) + hash);
  await ben.takeSeat();
  await rollButton(ada).waitFor();
  const random = chance(11);
  for (let k = 0; k < 2; k += 1) {
    await roll([ada, ben][k % 2]);
    await endTurn([ada, ben], random);
  }
  await ben.resign();
  await ada.page.getByText('All 2 rolls verified.').waitFor();
  const table = pathname.split('/').at(-1);

  // On plain http in a home network browsers withhold their own cryptography.
  const home = FRONT ? house.url() : house.url().replace('localhost', 'cydonia.test');
  const guest = await company.join('Guest');
  await guest.page.goto(`${home}games/${table}`);
  assert.equal(await guest.page.evaluate(() => typeof crypto.subtle), FRONT ? 'object' : 'undefined');
  await guest.page.getByRole('button', { name: 'Proof', exact: true }).click();
  const panel = guest.page.getByTestId('proof');
  const [download] = await Promise.all([
    guest.page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Save the proof' }).click(),
  ]);
  const file = join(shelf, 'proof.ndjson');
  await download.saveAs(file);
  const { status, stdout } = verifyProof(file);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /dice +fits/);

  const own = panel.getByTestId('proof-own');
  const theirs = panel.getByTestId('proof-house');
  await panel.getByRole('button', { name: 'Check it' }).click();
  await theirs.getByText('The key is this house’s.').waitFor();
  await own.getByText('The signature over every byte of it is by this key:').waitFor();
  await own.getByText('The dice fit what was sealed, and are those of the moves.').waitFor();
  await theirs.getByText('The moves are right by the rules.').waitFor();
  const { keys } = await house.get('signing-keys');
  await own.getByText(keys[0].key).waitFor();
  assert.deepEqual(await barriers(guest.page), []);

  // The same from a file; and with another result than the house has signed.
  const text = await readFile(file, 'utf8');
  const opener = guest.page.getByRole('button', { name: 'Proof', exact: true });
  await panel.getByRole('button', { name: 'Done' }).click();
  await panel.waitFor({ state: 'detached' });
  await opener.click();
  const pick = panel.getByLabel('Check a file');
  await pick.setInputFiles(file);
  await theirs.getByText('The key is this house’s.').waitFor();
  const altered = join(shelf, 'altered.ndjson');
  await writeFile(altered, text.replace('[Ranks', '[Rank5'));
  await pick.setInputFiles(altered);
  await own.getByText('The file was changed, or somebody else has signed it:').waitFor();
  await theirs.getByText('This is no proof of a game, or something in it does not fit.').waitFor();
  assert.equal(verifyProof(altered).status, 1);
  const none = join(shelf, 'none.ndjson');
  await writeFile(none, text.slice(1));
  await pick.setInputFiles(none);
  await panel.getByText('This is no proof of a game, or it was changed.').waitFor();
  assert.equal(verifyProof(none).status, 2);
  // The house has refused once, as it was to.
  const [refused, ...others] = guest.troubles.splice(0);
  assert.match(refused, /the server responded with a status of 400 /);
  assert.deepEqual(others, []);
  for (const person of [ada, ben]) person.assertNoTroubles();
});
