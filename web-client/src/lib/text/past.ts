import * as m from 'messages:review';

/** Replay position. Which position is shown, told by the numbers of the moves; what was taken back has none. */
export function pastWords(stops: readonly number[], ply: number): string {
  const index = stops.indexOf(ply);
  if (index < 0) return m.stoodThen();
  if (index === 0) return m.firstPosition();
  return m.afterMove({ move: index, all: stops.length - 1 });
}
