import { still } from './timing';

/** How long a piece shakes its head, in milliseconds. */
const SHAKE_MS = 260;

/** Has a piece shake its head: it may not be moved. */
export function shakeHead(piece: Element | null | undefined): void {
  if (still()) return;
  const shaken = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  piece?.animate(shaken, SHAKE_MS);
}
