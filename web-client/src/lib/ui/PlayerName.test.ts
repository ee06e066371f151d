import { render } from 'svelte/server';
import { beforeAll, expect, test, vi } from 'vitest';
import PlayerName from './PlayerName.svelte';

beforeAll(() => vi.stubGlobal('document', { baseURI: 'https://example.org/' }));

const name = (computer?: number, brief = false): string => {
  const player = { id: 'p0', name: 'Ada', ...(computer === undefined ? {} : { computer }) };
  return render(PlayerName, { props: { player, brief } }).body;
};

test('a computer is marked, to those who see it and to those who hear it', () => {
  expect(name(3)).toMatch(/<svg[^>]*role="img"[^>]*aria-label="computer, level 3"/);
  expect(name(3)).toContain('<bdi>Ada</bdi>');
  expect(name(3)).toMatch(/href="[^"]*players\/p0"/);
});

test('where there is little room, a computer’s level is what is seen; what is heard stays the same', () => {
  expect(name(3, true)).toMatch(/aria-label="computer, level 3"[^]*aria-hidden="true">Level 3</);
  expect(name(3, true)).not.toContain('Ada');
  expect(name(undefined, true)).toContain('<bdi>Ada</bdi>');
});

test('a person is not, whatever they are called, but as a guest who has no account', () => {
  expect(name()).not.toContain('computer');
  expect(name()).toMatch(/<svg[^>]*role="img"[^>]*aria-label="guest"/);
  const player = { id: 'p0', name: 'Ada', registered: true };
  expect(render(PlayerName, { props: { player } }).body).not.toContain('svg');
});
