import { expect, test } from 'vitest';
import type { GameResult, MatchSummary } from '../protocol';
import { winsInARow } from './streak';

function game(...results: GameResult[]): MatchSummary {
  const seats = results.map((result, seat) => ({ result, player: { id: `p${seat}`, name: '' } }));
  return { seats } as unknown as MatchSummary;
}

test('a run of games won ends at the last that was not', () => {
  const [won, lost] = [game('won', 'lost'), game('lost', 'won')];
  expect(winsInARow([], 'p0')).toBe(0);
  expect(winsInARow([won, game('won', 'lost', 'lost'), lost, won], 'p0')).toBe(2);
  expect(winsInARow([won, won], 'p0')).toBe(2);
  expect(winsInARow([game('drawn', 'drawn'), won], 'p0')).toBe(0);
  // Partners win together.
  expect(winsInARow([game('won', 'lost', 'won', 'lost'), lost], 'p2')).toBe(1);
});
