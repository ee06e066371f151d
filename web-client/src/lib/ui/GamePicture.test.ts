import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { game } from '../testing/samples';
import GamePicture from './GamePicture.svelte';
import { MINIATURES } from './miniatures';

/** The list of games is made of these. */
const served = Object.values(
  import.meta.glob<string>('../../../../rules/src/*/info.rs', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).flatMap((text) => /^ {4}id: "([^"]+)"/m.exec(text)?.[1] ?? []);

function picture(id: string, dice = false): string {
  return render(GamePicture, { props: { game: { ...game, id, dice } } }).body;
}

function count(body: string, what: string): number {
  return body.split(what).length - 1;
}

test('every game that is served has its own picture, and nothing else has', () => {
  expect(served.length).toBeGreaterThan(0);
  expect(Object.keys(MINIATURES).sort()).toEqual([...served].sort());
  expect(new Set([...served, 'unknown'].map((id) => picture(id))).size).toBe(served.length + 1);
});

test('a game that is not known has the plain picture, with a die where dice are rolled', () => {
  expect(picture('unknown')).toBe(picture('another'));
  expect(count(picture('unknown'), 'class="pyramid')).toBe(3);
  expect(count(picture('unknown'), 'class="die')).toBe(0);
  expect(count(picture('unknown', true), 'class="pyramid')).toBe(2);
  expect(count(picture('unknown', true), 'class="die')).toBe(1);
});

test.each(served)('%s: all that its picture names is on it', (id) => {
  const { columns, rows, stacks, markers, mounds, zones, mud } = MINIATURES[id] ?? expect.fail();
  const pieces = Object.values(stacks).flat();
  const named = [
    ...[stacks, markers, zones].flatMap((one) => Object.keys(one ?? {}).map(Number)),
    ...pieces.flatMap((piece) => piece.points_at ?? []),
    ...(mounds ?? []),
    ...(mud === undefined ? [] : [mud]),
  ];
  expect(named.filter((space) => space >= columns * rows)).toEqual([]);
  expect(count(picture(id), 'class="pyramid')).toBe(pieces.length);
  expect(picture(id)).toContain('aria-hidden="true"');
});
