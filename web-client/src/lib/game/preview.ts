// What is known of a game before it begins: who has come in which order, and who is ready.

import type { Preview } from '../protocol';
import { seatsKept } from './seats';

/** Where a seat is ready to play with dice, or is not any more. */
export function whereReady(preview: Preview, seat: number, isReady: boolean): Preview {
  return preview.ready ? { ...preview, ready: preview.ready.with(seat, isReady) } : preview;
}

/** Where only these seats stay, numbered anew. */
export function previewOfFewer(preview: Preview, stay: readonly number[]): Preview {
  const sat = preview.sat.map((seat) => stay.indexOf(seat)).filter((seat) => seat >= 0);
  const { ready } = preview;
  return { ...preview, sat, ...(ready ? { ready: seatsKept(ready, stay) } : {}) };
}
