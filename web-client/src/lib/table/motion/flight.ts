// Flights of pieces from the board to a card. How they go, and when they are there.

import { arc } from '../../board/arc';
import type { Leaving } from '../../board/leaving';
import type { Point } from '../../board/geometry';
import { LEAVE_MS, MOVE_MS } from '../../board/timing';
import type { Event } from '../../protocol';

/** How long a piece flies from the board to a card. */
export const FLIGHT_MS = 430;

/** How tall it is when it arrives, in pixels: as small as those that lie there already. */
const LANDED_PX = 22;

/** How far above the straight way it is in its middle, as a share of that way. */
const HIGH = 0.12;

/** How long from now what an event brings in points is to be seen; null where nothing is acted out. */
export function scoreAfterMs(event: Event | null): number | null {
  if (!event) return null;
  const leaves = event.motions?.some(({ type }) => ['capture', 'hit', 'exit'].includes(type));
  return leaves ? LEAVE_MS + FLIGHT_MS : MOVE_MS;
}

/** How a piece flies to a place in the window: pressed flat, then up and over, and ever smaller. */
export function flightFrames({ x, y, unit }: Leaving, [toX, toY]: Point): Keyframe[] {
  const way = [toX - x, toY - y] as const;
  const least = Math.min(1, LANDED_PX / unit);
  const places = arc([0, 0], [way[0], way[1]], Math.hypot(...way) * HIGH);
  const frames = places.map(([dx, dy], index): Keyframe => {
    const share = index / (places.length - 1);
    const scale = 1 + (least - 1) * share;
    return { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, offset: 0.2 + 0.8 * share };
  });
  return [
    { transform: 'scale(1)', offset: 0 },
    { transform: 'scale(1.2, 0.55)', offset: 0.12 },
    ...frames,
  ];
}
