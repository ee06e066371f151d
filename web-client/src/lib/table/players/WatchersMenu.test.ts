import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import WatchersMenu from './WatchersMenu.svelte';

test('how many watch is told, and nothing while nobody does', () => {
  const shown = (count: number): string =>
    render(WatchersMenu, { props: { watchers: { count, names: [] } } }).body;
  expect(shown(0)).not.toContain('button');
  expect(shown(1)).toContain('1 person watching');
  expect(shown(12)).toContain('12 people watching');
});
