// Series texts. Which game of a series it is, how the series stands, and what is special about a table, in words.

import type { Series } from '../protocol';
import { POINT } from '../game/series';

const PARTS: Readonly<Record<number, string>> = {
  10: '⅙',
  12: '⅕',
  15: '¼',
  20: '⅓',
  24: '⅖',
  30: '½',
  36: '⅗',
  40: '⅔',
  45: '¾',
  48: '⅘',
  50: '⅚',
};

/** Points in figures: `1½`. What has no sign of its own has two places behind the point. */
export function pointFigure(sixtieths: number): string {
  const whole = Math.floor(sixtieths / POINT);
  const rest = sixtieths % POINT;
  if (rest === 0) return String(whole);
  const part = PARTS[rest];
  if (part === undefined) return (sixtieths / POINT).toFixed(2);
  return whole === 0 ? part : `${whole}${part}`;
}

/** Which game it is. */
export function placeWords({ number, games }: Series): string {
  return `Game ${number} of ${games}`;
}

/** How a series stands, by the names of those who play it: `Ada 1½, Ben ½`. */
export function scoreWords(score: readonly number[], names: readonly string[]): string {
  return score.map((points, seat) => `${names[seat] ?? ''} ${pointFigure(points)}`).join(', ');
}

/** How many games, as something to choose. */
export function gamesWords(games: number): string {
  return games === 1 ? 'One game' : `${games} games`;
}

/** What is special about how a table is set up, beside the options of its game. */
export function termWords({ series, pie = false }: { series?: Series; pie?: boolean }): string {
  const games =
    series && (series.number > 1 ? placeWords(series).toLowerCase() : gamesWords(series.games));
  return [games, pie ? 'pie' : ''].filter(Boolean).join(', ');
}

/** What a series of so many games means, for whoever sets one up. */
export function seriesHelp(games: number, seats: number): string {
  if (games === 1) return 'The table is for a single game.';
  const moves =
    seats === 2 ? 'You change seats after each' : 'Everybody moves one seat on after each';
  return `${moves}, and the next one begins by itself.`;
}

/** Why a series has ended before its time. */
export const ENDED_WORDS = 'The series ends here: somebody has walked off.';
