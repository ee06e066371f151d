import { expect, test } from 'vitest';
import type { Event, MatchAnalysis } from '../protocol';
import { analysis } from '../testing/samples';
import { along, covered } from './along';

const act = (n: number, seat: number): Event => ({ n, ms: 0, type: 'act', seat, action: 'pass' });
const live: MatchAnalysis = {
  ...analysis,
  until: 12,
  positions: analysis.positions.map((position, place) => ({ ...position, n: 6 + 2 * place })),
};

test('positions stand at the steps that are shown, whatever lies between', () => {
  const undone: Event = { n: 9, ms: 0, type: 'undo', seat: 1 };
  const line = [act(6, 0), act(7, 1), undone, act(8, 1), act(10, 0), act(14, 1)];
  const steps = along(live, line)?.positions.map(({ step }) => step);
  expect(steps).toEqual([0, 3, 4]);
  expect(covered(line, 12)).toBe(5);
  expect(covered(line, null)).toBe(0);
});

test('what is not of this line is not shown', () => {
  expect(along(live, [act(6, 0), act(8, 1)])).toBeNull();
  expect(along(analysis, [act(6, 0)]), 'of a finished game it does not tell').toBeNull();
});
