import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { layout, view } from '../../testing/samples';
import CounterList from './CounterList.svelte';

test('a counter is shown once it has come near its limit', () => {
  const counters = [{ label: 'Turns without a move', help: 'Then it is over.', limit: 20 }];
  const body = (value: number): string =>
    render(CounterList, {
      props: { layout: { ...layout, counters }, view: { ...view, counters: [value] } },
    }).body;
  expect(body(13)).not.toContain('Turns without a move');
  expect(body(14)).toContain('Turns without a move');
});
