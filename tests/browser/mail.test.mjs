// E-mail: whoever has an account shows that an address is theirs, is told once what waits, and ends it by what stands in a letter.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { PASSWORD, SIZES, opening, part, picture } from './company.mjs';
import { Relay } from './relay.mjs';

const relay = await Relay.open();
after(() => relay.close());
const { house, company } = await opening({ frozen: true, relay });

/** Sends a house a command, as a program does; gives the answer. */
async function command(token, body) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(house.url('api/v1/commands'), { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 200);
  return answer.json();
}

/** A program of that name, by its token. */
async function program(name) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name, bearer: true });
  const answer = await fetch(house.url('api/v1/session'), { method: 'POST', headers, body });
  return (await answer.json()).token;
}

for (const [size, viewport] of SIZES) {
  const name = size === 'phone' ? 'Tilda' : 'Selma';
  test(`a code, a letter, and the end of it (${size})`, async () => {
    const person = await company.join(name, '', viewport);
    await person.openTable();
    await person.page.getByRole('link', { name: /your page/ }).click();
    const account = person.page.getByRole('region', { name: 'Your account' });
    await account.getByRole('button', { name: 'With a password' }).click();
    await account.getByLabel('New password').fill(PASSWORD);
    await account.getByRole('button', { name: 'Save password' }).click();
    await person.page.getByRole('button', { name: 'I have kept them' }).click();

    const mail = person.page.getByRole('region', { name: 'E-mail' });
    await mail.getByLabel('E-mail address').fill(`${name}@letters.example`);
    assert.deepEqual(await barriersInBoth(person.page), []);
    await picture(person, `mail-address-${size}`);
    await mail.getByRole('button', { name: 'Send me a code' }).click();
    await mail.getByText(`A code is on its way to ${name}@letters.example`).waitFor();
    // What had the focus is gone, and nobody has to look for where to type.
    const focused = () => person.page.evaluate(() => document.activeElement.autocomplete ?? document.activeElement.tagName);
    assert.equal(await focused(), 'one-time-code');
    await picture(person, `mail-code-${size}`);
    const [, code] = /The code is: (\S+)/.exec(await relay.next());
    await mail.getByLabel('Code').fill('0000-0000');
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await mail.getByText('not the code that we sent').waitFor();
    person.troubles = person.troubles.filter((trouble) => !/status of 403/.test(trouble));
    await mail.getByLabel('Code').fill(code);
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await mail.getByText(`We write to ${name}@letters.example`).waitFor();
    assert.equal(await focused(), 'H2');
    assert.deepEqual(await barriersInBoth(person.page), []);
    await picture(person, `mail-on-${size}`);

    // Challenged, and gone.
    const { id } = await person.page.evaluate(async () => (await (await fetch('api/v1/session')).json()).player);
    await person.page.goto('about:blank');
    await command(await program('Ada'), {
      type: 'create',
      request: crypto.randomUUID(),
      game: 'martian-chess',
      seats: 2,
      options: {},
      clock: { type: 'correspondence', days: 7 },
      private: false,
      seat: 0,
      challenged: [{ seat: 1, player: id }],
    });
    await house.moveOn(7 * 3600);
    let letter = null;
    const coming = relay.next().then((text) => (letter = text));
    for (let asked = 0; letter === null; asked += 1) {
      assert.ok(asked < 10_000, 'a letter comes within a day');
      // The house looks once an hour, and may not have noticed at first that she is gone. Seldom: between two times there must be
      // time for it to look, and to open a line.
      if (asked % 400 === 399 && !relay.isBusy()) await house.moveOn(3600);
      // A line that was kept for another request is closed when hours go by.
      await house.get('games').catch(() => null);
    }
    await coming;
    assert.match(letter, /Ada challenges you/);
    const [, link] = /https:\/\/games\.example\/(unsubscribe#\S+)/.exec(letter.replaceAll('=\n', ''));
    await person.page.goto(house.url(link));
    await person.page.getByRole('heading', { name: 'Stop e-mail?' }).waitFor();
    assert.deepEqual(await barriersInBoth(person.page), []);
    await picture(person, `mail-end-${size}`);
    await person.page.getByRole('button', { name: 'Stop it' }).click();
    await person.page.getByText('You get no more e-mail from us.').waitFor();
    await picture(person, `mail-ended-${size}`);
    await person.page.goto(house.url('unsubscribe'));
    await person.page.getByText('This link is not whole').waitFor();
    await part(person);
  });
}
