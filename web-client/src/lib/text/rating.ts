// Rating texts. Ratings and their changes, in figures and words.

import { language } from 'messages:language';
import * as m from 'messages:ratings';
import type { GameInfo, Pool, Rating, RatingChange, Unrated } from '../protocol';

/** With so many places behind the point, and nothing between thousands: ratings have none elsewhere either. */
function decimals(places: number): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: false,
  });
}

const HUNDREDTHS = decimals(2);
const MILLIONTHS = decimals(6);

/** A rating or a deviation with its decimals. */
export function exactFigure(figure: number): string {
  return HUNDREDTHS.format(figure);
}

/** A volatility: it moves by little. */
export function volatilityFigure(figure: number): string {
  return MILLIONTHS.format(figure);
}

/** A rating in figures; the question mark says that too little is known yet to rely on it. */
export function ratingFigure({ rating, provisional }: Rating): string {
  return `${rating}${provisional ? '?' : ''}`;
}

/** The same, to be spoken. */
export function ratingWords({ rating, provisional }: Rating): string {
  return provisional ? m.ratedProvisional({ rating }) : m.rated({ rating });
}

/** A rating within a sentence that says already that it is one. */
export function figureWords({ rating, provisional }: Rating): string {
  return provisional ? m.provisional({ rating }) : String(rating);
}

/** By how much a game changed a rating; null for somebody's first. */
export function difference({ before, after }: RatingChange): number | null {
  return before && after.rating - before.rating;
}

/** The change in figures: `+8`, `−8`, `±0`; a word for somebody's first rated game. */
export function changeFigure(change: RatingChange): string {
  const by = difference(change);
  if (by === null) return m.firstRating();
  return by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '±0';
}

/** What a game did to a rating, to be spoken. */
export function changeWords(change: RatingChange): string {
  const by = difference(change);
  const rated = ratingWords(change.after);
  if (by === null) return m.change.first({ rated });
  if (by === 0) return m.change.same({ rated });
  return m.change[by > 0 ? 'up' : 'down']({ rated, by: Math.abs(by) });
}

/** Within which figures a strength lies with 95 %. */
export function likely({ rating, deviation }: Rating): [least: number, most: number] {
  return [rating - 2 * deviation, rating + 2 * deviation];
}

/** Whether a game counts, and for what: with computers it makes ratings of their own. What is left out in brief is marked. */
export function markedStakes(rated: boolean, computers: boolean): string {
  if (!rated) return m.stakes.casual();
  return computers ? m.stakes.computers() : m.stakes.rated();
}

/** The same as plain words. */
export function ratedWord(rated: boolean, computers: boolean): string {
  return markedStakes(rated, computers).replaceAll(/<\/?against>/g, '');
}

/** The pools, in the order in which they are offered. */
const POOLS: readonly Pool[] = ['two', 'more', 'computers', 'computers_more'];

/** Whether games with computers make it. */
export function isAgainstComputers(pool: Pool): boolean {
  return pool === 'computers' || pool === 'computers_more';
}

/** Whether games of more than two make it. */
function isOfMore(pool: Pool): boolean {
  return pool === 'more' || pool === 'computers_more';
}

/** Which games make a rating, in words; nothing where people of one number alone play it. */
export function poolWords(pool: Pool, game: GameInfo | undefined): string {
  const hasBoth = !game || (game.min_seats <= 2 && game.max_seats > 2);
  if (hasBoth) return m.pool[pool]();
  return isAgainstComputers(pool) ? m.pool.computers() : '';
}

/** The same, to be chosen among others. */
export function poolChoice(pool: Pool, game: GameInfo): string {
  return poolWords(pool, game) || m.amongPeople();
}

/** The pools in which a game can be rated. */
export function poolsOf({ min_seats, max_seats }: GameInfo): Pool[] {
  return POOLS.filter((pool) => (isOfMore(pool) ? max_seats > 2 : min_seats <= 2));
}

/** A pool as an address tells it; games of two people where it tells nothing. */
export function readPool(text: string | null): Pool {
  return POOLS.find((pool) => pool === text) ?? 'two';
}

/** The pool of a game that is meant by one of another game. */
export function poolWithin(game: GameInfo, asked: Pool): Pool {
  const own = poolsOf(game);
  const alike = own.find((pool) => isAgainstComputers(pool) === isAgainstComputers(asked));
  return own.includes(asked) ? asked : (alike ?? asked);
}

/** Why a game that was to count did not. */
export function unratedWords(why: Unrated): string {
  return m.unrated[why]();
}
