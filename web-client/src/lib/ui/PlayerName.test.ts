import { render } from 'svelte/server';
import { beforeAll, expect, test, vi } from 'vitest';
import PlayerName from './PlayerName.svelte';

beforeAll(() => vi.stubGlobal('document', { baseURI: 'https://example.org/' }));

const name = (computer?: number): string => {
  const player = { id: 'p0', name: 'Ada', ...(computer === undefined ? {} : { computer }) };
  return render(PlayerName, { props: { player } }).body;
};

test('a computer is marked, to those who see it and to those who hear it', () => {
  expect(name(3)).toMatch(/<svg[^>]*role="img"[^>]*aria-label="computer, level 3"/);
  expect(name(3)).toMatch(/href="[^"]*players\/p0"/);
});

test('a person is not, whatever they are called', () => {
  expect(name()).not.toContain('svg');
});
