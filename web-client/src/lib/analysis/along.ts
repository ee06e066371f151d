// Analysis along a line. The positions of a game by their steps as they are shown, and what is drawn of them.

import type { AnalysedPosition, Event, LineMove, MatchAnalysis } from '../protocol';

/** So many actions of the best line are drawn: more would cover the board. */
const DRAWN = 3;

/** The same analysis with the places of its actions in that line for steps; null where one is not there. */
export function along(analysis: MatchAnalysis, line: readonly Event[]): MatchAnalysis | null {
  const places = new Map(line.map(({ n }, place) => [n, place]));
  const positions = analysis.positions.flatMap((position) => {
    const step = places.get(position.n ?? -1);
    return step === undefined ? [] : [{ ...position, step }];
  });
  return positions.length === analysis.positions.length ? { ...analysis, positions } : null;
}

/** How many steps of a line came before the event by which all allowed them to be analysed. */
export function covered(line: readonly Event[], until: number | null): number {
  return until === null ? 0 : line.filter(({ n }) => n < until).length;
}

/** What of the best line is drawn on the board. */
export function drawnLine(position: AnalysedPosition | undefined): LineMove[] {
  return position?.line.slice(0, DRAWN) ?? [];
}
