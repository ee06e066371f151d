// Rating texts. Ratings and their changes, in figures and words.

import { LISTED_GAMES, LISTED_IDLE_DAYS, PROVISIONAL } from '../protocol';
import type { GameInfo, Pool, Rating, RatingChange, Unrated } from '../protocol';

/** A rating in figures; the question mark says that too little is known yet to rely on it. */
export function ratingFigure({ rating, provisional }: Rating): string {
  return `${rating}${provisional ? '?' : ''}`;
}

/** The same, to be spoken. */
export function ratingWords({ rating, provisional }: Rating): string {
  return `rated ${rating}${provisional ? ', provisional' : ''}`;
}

/** By how much a game changed a rating; null for somebody's first. */
export function difference({ before, after }: RatingChange): number | null {
  return before && after.rating - before.rating;
}

/** The change in figures: `+8`, `−8`, `±0`; `new` for somebody's first rated game. */
export function changeFigure(change: RatingChange): string {
  const by = difference(change);
  if (by === null) return 'new';
  return by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '±0';
}

/** What a game did to a rating, to be spoken. */
export function changeWords(change: RatingChange): string {
  const by = difference(change);
  const now = `now ${ratingWords(change.after)}`;
  if (by === null) return `${now}, for the first time`;
  if (by === 0) return `${now}, as before`;
  return `${now}, ${by > 0 ? 'up' : 'down'} ${Math.abs(by)}`;
}

/** Within which figures a strength lies with 95 %. */
export function likely({ rating, deviation }: Rating): [least: number, most: number] {
  return [rating - 2 * deviation, rating + 2 * deviation];
}

/** Whether a game counts, in a word. */
export function ratedWord(rated: boolean): string {
  return rated ? 'rated' : 'casual';
}

/** Which games make a rating, in words. */
export function poolWords(pool: Pool): string {
  return pool === 'two' ? 'two players' : 'three or more';
}

/** The pools in which a game can be rated. */
export function poolsOf({ min_seats, max_seats }: GameInfo): Pool[] {
  return [
    ...(min_seats <= 2 ? (['two'] as const) : []),
    ...(max_seats > 2 ? (['more'] as const) : []),
  ];
}

/** A pool as an address tells it; games of two where it tells nothing. */
export function readPool(text: string | null): Pool {
  return text === 'more' ? 'more' : 'two';
}

/** Who is on a leaderboard. */
export const LISTED_WORDS =
  `Listed here: at least ${LISTED_GAMES} rated games, the last of them within ${LISTED_IDLE_DAYS} days, ` +
  `and a rating known well (a deviation of at most ${PROVISIONAL}).`;

/** Why a game that was to count did not. */
export function unratedWords(why: Unrated): string {
  return why === 'not_all_moved'
    ? 'Not rated: not everybody had moved.'
    : 'Not rated: these players, or players of one address, have had as many rated games as count in a day.';
}
