// Clock synchronisation. The server's time, estimated from round trips.

/** A measurement: how far the server's time is ahead of ours, and by how much that may be wrong. */
interface Sample {
  ahead: number;
  error: number;
}

/** A later hint that the server's clock is behind what was shown by more than this: it was set back. */
const SET_BACK_MS = 5_000;

/**
 * What time it is at the server, by a clock of our own that only ever goes forward. An answer tells
 * the time at which it was written, half a round trip ago give or take the other half: the quickest
 * answer tells it best.
 */
export class ServerTime {
  private best: Sample | null = null;
  private latest = -Infinity;

  /** `clock` counts milliseconds, from any moment on. */
  constructor(private readonly clock: () => number) {}

  /** The greeting of a new connection: nothing is known of its way, and the machine may have slept. */
  greeted(ms: number): void {
    this.best = { ahead: ms - this.clock(), error: Infinity };
  }

  /** The server's time from an answer that has just come in, `roundTrip` milliseconds after the question. */
  measured(ms: number, roundTrip: number): void {
    const error = Math.max(roundTrip, 0) / 2;
    const fresh = { ahead: ms + error - this.clock(), error };
    // Two that exclude each other: one of the clocks has been held up or set since.
    const differ =
      this.best !== null && Math.abs(fresh.ahead - this.best.ahead) > fresh.error + this.best.error;
    if (!this.best || differ || fresh.error <= this.best.error) this.best = fresh;
  }

  /** In milliseconds since 1970. It never goes back, lest a clock be seen to gain time. */
  now(): number {
    const now = this.clock() + (this.best?.ahead ?? 0);
    if (now > this.latest || this.latest - now > SET_BACK_MS) this.latest = now;
    return this.latest;
  }
}
