/** Replay position. Which position is shown, told by the numbers of the moves; what was taken back has none. */
export function pastWords(stops: readonly number[], ply: number): string {
  const place = stops.indexOf(ply);
  if (place < 0) return 'As it stood then.';
  return place === 0 ? 'The first position.' : `After move ${place} of ${stops.length - 1}.`;
}
