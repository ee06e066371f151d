/** Animation timing. How long a piece takes to its place. */
export const MOVE_MS = 220;

/** How long a stack takes to go under: it wobbles first. */
export const SINK_MS = 850;

/** When what is taken leaves the board, after its taker has set out: it is pressed flat as that one arrives. */
export const LEAVE_MS = 150;

/** Whether people have asked their system to keep still. */
export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
