import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import Tabs from './Tabs.svelte';

test('one of them is chosen, and what is new elsewhere is marked', () => {
  const tabs = [
    { id: 'moves', label: 'Moves' },
    { id: 'chat', label: 'Chat', unread: 120 },
  ];
  const props = { tabs, chosen: 'moves', label: 'Beside', controls: 'x', onchoose: () => {} };
  const { body } = render(Tabs<string>, { props });
  expect(body.match(/aria-selected="true"/g)).toHaveLength(1);
  expect(body).toMatch(/data-tab="moves" aria-selected="true" aria-controls="x" tabindex="0"/);
  expect(body).toMatch(/99\+ <span class="unseen">new<\/span>/);
});
