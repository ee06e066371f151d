// Options of a new game. Which of a game's options there are with so many seats, and what was chosen of them.

import type { GameInfo, OptionInfo, OptionValue } from '../protocol';

/** The options that a game has with so many seats. */
export function optionsFor(game: GameInfo | undefined, seats: number): OptionInfo[] {
  return (game?.options ?? []).filter(
    ({ only_seats }) => only_seats.length === 0 || only_seats.includes(seats),
  );
}

/** Those that were chosen and can be. */
export function chosenOf(
  shown: readonly OptionInfo[],
  values: Record<string, OptionValue>,
): Record<string, OptionValue> {
  return Object.fromEntries(
    shown.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
