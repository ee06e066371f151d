import { describe, expect, test } from 'vitest';
import { events, layout } from '../testing/samples';
import type { Event, Motion, Token } from '../protocol';
import { isMeeting, plyParts, plyWords, tokenMap } from './notation';

const more: Token[] = [
  { text: '2', type: 'piece', tray: 'stash', size: 2, label: 'Medium', spoken: 'medium' },
  { text: 'null', type: 'button', label: 'Lay a null', spoken: 'null on' },
  { text: 'out', type: 'off', tray: 'out', label: 'Out', spoken: 'out' },
];
const tokens = tokenMap([...layout.tokens, ...more]);

function act(action: string, ...motions: Motion[]): Event {
  return { n: 4, ms: 0, type: 'act', seat: 0, action, motions };
}

/** The parts in one line: pieces and dice by their numbers. */
function shown(event: Event): string {
  const parts = plyParts(event, tokens);
  return parts
    .map((part) =>
      'text' in part ? part.text : 'piece' in part ? `<${part.piece}>` : `[${part.die}]`,
    )
    .join('');
}

test.each([
  ['a1-b1', 'a1–b1'],
  ['a1-b1-clock', 'a1–b1 +'],
  ['a1-out', 'a1–out'],
  ['2-a1', '<2>–a1'],
  ['a1-2-b1', 'a1 <2> b1'],
  ['null-b1', 'null b1'],
  ['pass', 'Pass'],
  ['x9', 'x9'],
])('a list shows %s as %s', (action, text) => {
  expect(shown(act(action))).toBe(text);
});

describe('where pieces meet', () => {
  const piece = { size: 1 };
  test.each<[Motion, string, string]>([
    [{ type: 'capture', piece, space: 1 }, 'a1×b1', 'a1 b1, captures'],
    [{ type: 'hit', piece, space: 1, tray: 'waiting' }, 'a1×b1', 'a1 b1, hits'],
    [{ type: 'merge', size: 2, space: 1 }, 'a1+b1', 'a1 b1, merges'],
    [{ type: 'sink', space: 1 }, 'a1–b1 ↓', 'a1 b1, sinks'],
  ])('%o is written %s and told as %s', (motion, text, words) => {
    const event = act('a1-b1', { type: 'move', piece, path: [0, 1] }, motion);
    expect(shown(event)).toBe(text);
    expect(plyWords(event, tokens)).toBe(words);
    expect(isMeeting(event)).toBe(true);
  });

  test('a move alone is none', () => {
    expect(isMeeting(events[3] as Event)).toBe(false);
    expect(isMeeting(events[4] as Event)).toBe(true);
  });
});

test('rolls, second thoughts and leavings', () => {
  expect(shown({ n: 1, ms: 0, type: 'roll', seat: 0, k: 0, dice: [3, 5] })).toBe('[3][5]');
  expect(shown({ n: 1, ms: 0, type: 'undo', seat: 0 })).toBe('↶');
  expect(plyWords({ n: 1, ms: 0, type: 'undo', seat: 0 }, tokens)).toBe('took that back');
  expect(shown({ n: 1, ms: 0, type: 'leave', seat: 0, reason: 'timeout' })).toBe('ran out of time');
});
