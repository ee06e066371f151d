import { expect, test } from 'vitest';
import type { TournamentSummary } from '../protocol';
import { formatWords, stageWords, tournamentPoints } from './tournament';

test.each([
  [0, '0'],
  [60, '½'],
  [120, '1'],
  [300, '2½'],
  [80, '0.67'],
  [145, '1.21'],
])('%i parts are %s points', (points, words) => {
  expect(tournamentPoints(points)).toBe(words);
});

test('how it is played and how far on it is is told in words', () => {
  expect(formatWords({ kind: 'swiss', rounds: 5 })).toBe('Swiss, 5 rounds');
  expect(formatWords({ kind: 'arena', minutes: 60 })).toBe('Arena, 60 min');
  const running = { status: 'running', round: 2, starts_ms: 0 } as TournamentSummary;
  expect(stageWords({ ...running, format: { kind: 'swiss', rounds: 5 } })).toBe('Round 2 of 5');
  expect(stageWords({ ...running, format: { kind: 'round_robin' } })).toBe('Round 2');
  expect(stageWords({ ...running, status: 'open', format: { kind: 'round_robin' } })).toBe('');
});
