import { expect, test } from 'vitest';
import { events, layout } from '../game/samples';
import type { Event } from '../protocol';
import { actionWords, plyWords, tokenMap } from './notation';

const tokens = tokenMap(layout.tokens);

test('actions as a list shows them', () => {
  expect(actionWords('a1-b1', tokens)).toBe('a1–b1');
  expect(actionWords('a1-b1-clock', tokens)).toBe('a1–b1 +');
  expect(actionWords('pass', tokens)).toBe('Pass');
  expect(actionWords('x9', tokens)).toBe('x9');
  expect(plyWords(events[3] as Event, tokens)).toBe('a1–b1');
  expect(plyWords({ n: 1, ms: 0, type: 'leave', seat: 0, reason: 'timeout' }, tokens)).toBe(
    'ran out of time',
  );
});
