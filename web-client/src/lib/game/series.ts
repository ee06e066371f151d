// Series. Several games of the same people with seats rotated: how many there can be, and how they stand.

import type { GameInfo, OptionValue, SeatAdvantage, Series } from '../protocol';

/** A whole point in the figures of a score. */
export const POINT = 60;

/** The most games of one series. */
const MOST_GAMES = 12;

/** How many games can be played one after another with so many seats: one, or as many for each seat. */
export function gameCounts(seats: number): number[] {
  const rounds = Math.floor(MOST_GAMES / seats);
  return [1, ...Array.from({ length: rounds }, (_, round) => (round + 1) * seats)];
}

/** What each seat has after a game, by its ranks: those with the first share a point. */
export function scoreAfter(series: Series, ranks: readonly number[]): number[] {
  const firsts = ranks.filter((rank) => rank === 1).length;
  return series.score.map((score, seat) => score + (ranks[seat] === 1 ? POINT / firsts : 0));
}

/** Whether another game follows. */
export function goesOn(series: Series | undefined): boolean {
  return series !== undefined && series.number < series.games && !series.ended;
}

/** What is known of the seats' chances when a game is set up so, if anything is. */
export function advantageOf(
  game: GameInfo | undefined,
  seats: number,
  options: Record<string, OptionValue>,
): SeatAdvantage | undefined {
  return game?.advantages.find(({ seats: of, only }) => {
    if (of !== seats) return false;
    if (!only) return true;
    const kind = game.options.find((option) => option.name === only.option)?.kind;
    const usual = kind?.type === 'choices' ? kind.choices[0]?.value : undefined;
    const stands = options[only.option] ?? usual;
    return only.values.some((value) => value === stands);
  });
}

/** How many games are best played: where it matters for points who has which seat, one from each. */
export function usualGames(advantage: SeatAdvantage | undefined, rated: boolean): number {
  return advantage && rated ? advantage.seats : 1;
}
