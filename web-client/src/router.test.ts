import { describe, expect, test } from 'vitest';
import { below, parse } from './router.svelte';

test.each([
  ['', { page: 'home' }],
  ['new', { page: 'new' }],
  ['new/a', { page: 'lost' }],
  ['t/abc', { page: 'table', id: 'abc' }],
  ['wall', { page: 'wall' }],
  ['wall/a', { page: 'lost' }],
  ['games', { page: 'games' }],
  ['games/abc', { page: 'game', id: 'abc' }],
  ['players/p0', { page: 'player', id: 'p0' }],
  ['players', { page: 'lost' }],
  ['leaderboards', { page: 'leaderboards', game: null }],
  ['leaderboards/martian-chess', { page: 'leaderboards', game: 'martian-chess' }],
  ['explorer', { page: 'explorer', game: null }],
  ['explorer/martian-chess', { page: 'explorer', game: 'martian-chess' }],
  ['puzzles', { page: 'puzzles' }],
  ['puzzles/abc', { page: 'puzzle', id: 'abc' }],
  ['rules', { page: 'rules', game: null }],
  ['rules/martian-chess', { page: 'rules', game: 'martian-chess' }],
  ['learn', { page: 'learn', game: null }],
  ['learn/martian-chess', { page: 'learn', game: 'martian-chess' }],
  ['about', { page: 'about' }],
  ['privacy', { page: 'privacy' }],
  ['api', { page: 'api' }],
  ['api/', { page: 'api' }],
  ['t', { page: 'lost' }],
  ['games/a/b', { page: 'lost' }],
  ['nonsense', { page: 'lost' }],
  ['t/%E0%A4%A', { page: 'table', id: '%E0%A4%A' }],
])('%s', (path, route) => {
  expect(parse(path)).toEqual(route);
});

describe('under a sub-path', () => {
  const base = new URL('https://example.org/mars/');

  test('paths are taken below it', () => {
    expect(below(new URL('https://example.org/mars/t/abc#key'), base)).toBe('t/abc');
    expect(below(new URL('https://example.org/mars/'), base)).toBe('');
    expect(below(new URL('https://example.org/mars'), base)).toBe('');
  });

  test('all else is not ours', () => {
    expect(below(new URL('https://example.org/venus/'), base)).toBeNull();
    expect(below(new URL('https://example.com/mars/'), base)).toBeNull();
  });
});
