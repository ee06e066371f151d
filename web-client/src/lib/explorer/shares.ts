// Result shares. How the games of an action are shared among those who won them, as a bar shows it.

import type { ExplorerMove } from '../protocol';

type Results = Pick<ExplorerMove, 'games' | 'drawn' | 'won'>;

/** A part of a bar: whose it is, null for what several won together; how many games; and how much of the bar, from 0 to 1. */
export interface Share {
  seat: number | null;
  games: number;
  part: number;
}

/** The parts of a bar in the order of the seats, those won together between the first half of them and the second. */
export function sharesOf({ won, drawn }: Results): Share[] {
  // Each of a team has won: they share the part of their games.
  const all = drawn + sum(won);
  if (all === 0) return [];
  const seats = won.map((games, seat): Share => ({ seat, games, part: games / all }));
  const middle = Math.ceil(seats.length / 2);
  const together: Share = { seat: null, games: drawn, part: drawn / all };
  return [...seats.slice(0, middle), together, ...seats.slice(middle)].filter(
    ({ games }) => games > 0,
  );
}

/** The results of several actions together. */
export function totalOf(moves: readonly Results[]): Results {
  const seats = Math.max(0, ...moves.map(({ won }) => won.length));
  return {
    games: sum(moves.map(({ games }) => games)),
    drawn: sum(moves.map(({ drawn }) => drawn)),
    won: Array.from({ length: seats }, (_, seat) => sum(moves.map(({ won }) => won[seat] ?? 0))),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
