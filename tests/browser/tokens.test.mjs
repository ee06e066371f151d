// Tokens: somebody makes one for a program on their own page, uses it, and takes it back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriersInBoth } from './barriers.mjs';
import { SIZES, opening, part, picture } from './company.mjs';

const { house, company } = await opening();

/** Who a token says that one is. */
async function session(token) {
  const answer = await fetch(house.url('api/v1/session'), { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, ...(await answer.json()) };
}

for (const [size, viewport] of SIZES) {
  test(`a token is made, shown once, used, and revoked (${size})`, async () => {
    const ada = await company.join('Ada', '', viewport);
    await ada.openTable();
    await ada.page.getByRole('link', { name: /your page/ }).click();
    const section = ada.page.getByRole('region', { name: 'Tokens for your programs' });
    await section.getByRole('button', { name: 'New token' }).click();
    await section.getByLabel('What is it for?').fill('My bot');
    await section.getByText('chat', { exact: true }).click();
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `token-form-${size}`);
    await section.getByRole('button', { name: 'Make token' }).click();
    const token = await section.getByTestId('token').inputValue();
    assert.deepEqual((await session(token)).scopes, ['read', 'play', 'chat']);
    assert.equal((await session(token)).player.name, 'Ada');
    assert.deepEqual(await barriersInBoth(ada.page), []);
    await picture(ada, `token-made-${size}`);
    // Whoever comes back sees that there is one, and not what it is.
    await ada.page.reload();
    await section.getByText('see my games · play · chat').waitFor();
    assert.equal(await section.getByTestId('token').count(), 0);
    await section.getByRole('button', { name: 'Revoke My bot' }).click();
    await section.getByRole('listitem').waitFor({ state: 'detached' });
    assert.equal((await session(token)).status, 401);
    await part(ada);
  });
}
