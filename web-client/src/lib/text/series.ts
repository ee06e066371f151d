// Series texts. Which game of a series it is, how the series stands, and what is special about a table, in words.

import { language } from 'messages:language';
import * as m from 'messages:series';
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

const HUNDREDTHS = new Intl.NumberFormat(language, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const LIST = new Intl.ListFormat(language, { type: 'unit', style: 'short' });

/** Points in figures: `1½`. What has no sign of its own has two places behind the point. */
export function pointFigure(sixtieths: number): string {
  const whole = Math.floor(sixtieths / POINT);
  const rest = sixtieths % POINT;
  if (rest === 0) return String(whole);
  const part = PARTS[rest];
  if (part === undefined) return HUNDREDTHS.format(sixtieths / POINT);
  return whole === 0 ? part : `${whole}${part}`;
}

/** Which game it is. */
export function placeWords({ number, games }: Series): string {
  return m.place({ number, games });
}

/** How a series stands, by the names of those who play it: `Ada 1½, Ben ½`. */
export function scoreWords(score: readonly number[], names: readonly string[]): string {
  return LIST.format(
    score.map((points, seat) => m.points({ name: names[seat] ?? '', points: pointFigure(points) })),
  );
}

/** How many games, as something to choose. */
export function gamesWords(games: number): string {
  return m.games({ games });
}

/** What is special about how a table is set up, beside the options of its game. */
export function termWords({ series, pie = false }: { series?: Series; pie?: boolean }): string {
  const games = series && (series.number > 1 ? m.placeWithin(series) : gamesWords(series.games));
  return [games, pie ? m.pie() : ''].filter(Boolean).join(', ');
}

/** What a series of so many games means, for whoever sets one up. */
export function seriesHelp(games: number, seats: number): string {
  if (games === 1) return m.single();
  return seats === 2 ? m.seatsChange() : m.seatsMoveOn();
}
