/** Animation timing. How long a piece takes to its place. */
export const MOVE_MS = 180;

/** Whether people have asked their system to keep still. */
export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
