// Game progress. Whether a game may still be aborted, or a move taken back.

import type { Event } from '../protocol';
import { struck } from './stops';

/** Whether a second turn has begun: another seat has acted, or dice were rolled after an action. */
export function isUnderWay(line: readonly Event[]): boolean {
  const first = line.findIndex((event) => event.type === 'act');
  const opening = line[first];
  if (opening?.type !== 'act') return false;
  return line
    .slice(first + 1)
    .some((event) =>
      event.type === 'act'
        ? event.seat !== opening.seat
        : event.type === 'roll' || event.type === 'lost' || event.type === 'swap',
    );
}

/** Whether a seat has an action that it could ask to take back. What makes all before it final is a leaving, a swap, or a take-over. */
export function hasActed(line: readonly Event[], seat: number): boolean {
  const gone = struck(line);
  const isFinal = ({ type }: Event): boolean =>
    type === 'leave' || type === 'swap' || type === 'takeover';
  const since = line.findLastIndex(isFinal) + 1;
  return line.some(
    (event, index) => index >= since && event.type === 'act' && event.seat === seat && !gone[index],
  );
}
