// Filter query. What tables and finished games alike are chosen by, in an address and in a form.

import * as m from 'messages:home';
import type { GameInfo } from '../protocol';

/** What both are chosen by. */
export interface CommonFilter {
  game?: string;
  seats?: number;
  rated?: boolean;
}

/** Reads it from an address; what makes no sense is passed over. */
export function readCommonFilter(query: URLSearchParams): CommonFilter {
  const game = query.get('game');
  const seats = query.get('seats') ?? '';
  const rated = query.get('rated') ?? '';
  return {
    ...(game ? { game } : {}),
    ...(/^[1-9]$/.test(seats) ? { seats: Number(seats) } : {}),
    ...(/^(true|false)$/.test(rated) ? { rated: rated === 'true' } : {}),
  };
}

/** The part of an address from the question mark on; nothing if one wants to see all. */
export function writeQuery(filter: object): string {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

/** The same with one thing changed; what is not said leaves nothing out. */
export function changed<F extends object, K extends keyof F>(
  filter: F,
  what: K,
  value: F[K] | undefined,
): F {
  const { [what]: _, ...others } = filter;
  return (value === undefined ? others : { ...others, [what]: value }) as F;
}

/** So many seats as there can be, of the game or of any. */
export function seatCounts(all: readonly GameInfo[], game: GameInfo | undefined): number[] {
  const some = game ? [game] : all;
  const least = Math.min(...some.map((one) => one.min_seats));
  const most = Math.max(...some.map((one) => one.max_seats));
  return some.length > 0 ? Array.from({ length: most - least + 1 }, (_, n) => least + n) : [];
}

/** The choice of a game, for a form. */
export function gameChoice(all: readonly GameInfo[]) {
  const options = all.map((one) => [one.id, one.title] as const);
  return { label: m.game(), all: m.anyGame(), options };
}

/** The choice of how many play. */
export function seatsChoice(all: readonly GameInfo[], game: GameInfo | undefined) {
  const options = seatCounts(all, game).map((count) => [count, m.seatCount({ count })] as const);
  return { label: m.seats(), all: m.anySeats(), options };
}

/** The choice of what a game is for. */
export function stakesChoice() {
  const options = [
    [true, m.rated()],
    [false, m.casual()],
  ] as const;
  return { label: m.stakes(), all: m.anyStakes(), options };
}
