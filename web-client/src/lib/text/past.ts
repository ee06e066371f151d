/** Replay position. Which position is shown, told by the numbers of the moves; what was taken back has none. */
export function pastWords(stops: readonly number[], ply: number): string {
  const index = stops.indexOf(ply);
  if (index < 0) return 'As it stood then.';
  return index === 0 ? 'The first position.' : `After move ${index} of ${stops.length - 1}.`;
}
