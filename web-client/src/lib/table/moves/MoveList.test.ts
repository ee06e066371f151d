import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { layout } from '../../testing/samples';
import type { Note } from '../../replay/notes';
import type { Event } from '../../protocol';
import MoveList from './MoveList.svelte';

const at = (n: number) => ({ n, ms: 0 });
const act = (n: number, lag_ms?: number): Event => ({
  ...at(n),
  type: 'act',
  seat: n % 2,
  action: 'a1-b1',
  ...(lag_ms === undefined ? {} : { lag_ms }),
});

function list(line: Event[], notes: Note[] = []): string {
  const props = { line, notes, layout, names: ['Ada', 'Bob'], ply: 0, onpick: () => {} };
  return render(MoveList, { props }).body;
}

/** What the list says, item by item, to who hears it. */
function items(body: string): string[] {
  const found = body.match(/<li[^]*?<\/li>/g) ?? [];
  return found.map((item) => {
    const heard = item.includes('data-testid="note"')
      ? [...item.matchAll(/>([^<]+)</g)]
      : [...item.matchAll(/<svg[^>]* aria-label="([^"]*)"|class="unseen[^"]*">([^<]*)</g)];
    return heard.map(([, name, words]) => (name ?? words)?.trim()).join(' ');
  });
}

const takeback: Event = { ...at(6), type: 'takeback', seat: 0, actions: 2 };

test('what was taken back is folded', () => {
  const body = list([act(3), act(4), act(5), takeback, act(7)]);
  expect(items(body)).toEqual(['Bob a1 b1', 'Ada took a turn back', 'Bob a1 b1']);
  expect(body).toContain('aria-label="2 moves were taken back: show them"');
  expect(body, 'a column for each player still').toContain('--columns: 2');
  const undo: Event = { ...at(5), type: 'undo', seat: 0 };
  const undone = list([act(3), act(4), undo, act(6)]);
  expect(items(undone)).toEqual(['Bob a1 b1', 'Ada a1 b1']);
  expect(undone).toContain('aria-label="1 move was taken back: show it"');
  expect(list([act(4), undo])).toContain('aria-label="1 move was taken back: show it"');
});

test('who comes to what was taken back finds it struck through', () => {
  const line = [act(3), act(4), act(5), takeback, act(7)];
  const props = { line, notes: [], layout, names: ['Ada', 'Bob'], ply: 2, onpick: () => {} };
  const { body } = render(MoveList, { props });
  expect(items(body)).toEqual([
    'Bob a1 b1',
    'Ada a1 b1, taken back',
    'Bob a1 b1, taken back',
    'Ada took a turn back',
    'Bob a1 b1',
  ]);
  expect(body.match(/<button[^>]*class="[^"]*\bback\b/g)).toHaveLength(2);
});

test('lag given back stands with its move', () => {
  expect(items(list([act(3, 212)]))).toEqual(['Bob a1 b1 , 0.2 s of lag given back']);
  expect(items(list([act(3, 20)]))).toEqual(['Bob a1 b1']);
});

test('notes stand between the moves', () => {
  const notes: Note[] = [
    { ...at(4), type: 'pause' },
    { ...at(5), type: 'outage', credit_ms: 40_000 },
  ];
  expect(items(list([act(3), act(6)], notes))).toEqual([
    'Bob a1 b1',
    'Paused by agreement',
    'Server restarted (40 s). Clocks were stopped.',
    'Ada a1 b1',
  ]);
  expect(items(list([], notes))).toHaveLength(2);
});

test('of a long game only the turns around the step that is shown are there', () => {
  const line = Array.from({ length: 2000 }, (_, index) => act(index + 4));
  for (const ply of [1, 40, 999, 2000]) {
    const props = { line, notes: [], layout, names: ['Ada', 'Bob'], ply, onpick: () => {} };
    const { body } = render(MoveList, { props });
    expect(body.match(/data-testid="ply"/g)?.length).toBeLessThanOrEqual(64);
    expect(body.match(/aria-current="step"/g)).toHaveLength(1);
    expect(body.includes('data-testid="earlier"')).toBe(ply > 64);
    expect(body.includes('data-testid="later"')).toBe(ply < 2000);
    expect(body).toContain('data-plies="2000"');
  }
});

test('a turn of many steps is there in part, and with it all of what is shown', () => {
  const roll = (n: number): Event => ({ ...at(n), type: 'roll', seat: 0, k: 0, dice: [1, 2] });
  const line = Array.from({ length: 600 }, (_, index) =>
    index % 200 === 0 ? roll(index + 4) : { ...act(index + 4), seat: 0 },
  );
  for (const ply of [1, 150, 333, 600]) {
    const props = { line, notes: [], layout, names: ['Ada', 'Bob'], ply, onpick: () => {} };
    const { body } = render(MoveList, { props });
    expect(body.match(/data-testid="ply"/g)?.length).toBeLessThanOrEqual(80);
    expect(body.match(/aria-current="step"/g)).toHaveLength(1);
  }
});

test('a side line stands below the row of the step that it follows', () => {
  const side = { line: [act(1), act(2)], stops: [0, 1, 2], shown: 1, onpick: () => {} };
  const line = [act(3), act(4), act(5), act(6)];
  const body = (ply: number): string => {
    const props = { line, notes: [], layout, names: ['Ada', 'Bob'], ply, onpick: () => {}, side };
    return render(MoveList, { props }).body;
  };
  const place = (ply: number): number => {
    const found = body(ply).match(/<li[^]*?<\/li>/g) ?? [];
    return found.findIndex((item) => item.includes('data-testid="side-line"'));
  };
  // Two moves a row: none before it, the first row before it, all before it.
  expect([0, 1, 2, 3, 4].map(place)).toEqual([0, 2, 2, 4, 4]);
  expect(body(1).match(/aria-current="step"/g)).toHaveLength(1);
});
