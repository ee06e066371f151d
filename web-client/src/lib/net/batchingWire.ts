// Batching wire. What comes between two frames is heard at the second, so that the page is worked out and drawn once for all of it.

import type { Wire } from './environment';

/** A page that is in sight and yet not drawn, as one in a frame that was scrolled away, hears of it after so long. */
const UNDRAWN_MS = 50;

/** Has something done with the next frame; at once where none comes, as nobody looks. */
export function nextFrame(run: () => void): void {
  if (document.visibilityState !== 'visible') {
    run();
    return;
  }
  const done = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(done);
  const timer = setTimeout(done, UNDRAWN_MS);
}

/** A wire whose messages come in batches, in their order. That it is closed comes after the last of them. */
export function batchingWire(inner: Wire, schedule: (run: () => void) => void): Wire {
  let batch: { data: unknown }[] = [];
  const wire: Wire = {
    send: (text) => inner.send(text),
    close: (code) => inner.close(code),
    onmessage: null,
    onclose: null,
  };
  const deliver = (): void => {
    const due = batch;
    batch = [];
    for (const message of due) {
      // One that nobody can read keeps no other back.
      try {
        wire.onmessage?.(message);
      } catch (error) {
        reportError(error);
      }
    }
  };
  inner.onmessage = (message) => {
    if (batch.push(message) === 1) schedule(deliver);
  };
  inner.onclose = (event) => {
    deliver();
    wire.onclose?.(event);
  };
  return wire;
}
