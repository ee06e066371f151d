// Heartbeat. Pings, and notices when a connection is dead.

import type { Environment } from './environment';

/** After so many ping intervals without a word the connection is taken for dead. */
const SILENCE = 2.5;
/** How soon a connection that is in doubt has to answer: a phone's radio takes a moment to wake up. */
const PROOF_MS = 3_000;

/** Watches whether a connection is alive: pings when idle, and notices silence. */
export class Heartbeat {
  private every = 0;
  private lastHeard = 0;
  private lastSent = 0;
  private timer: unknown = null;
  private proof: unknown = null;

  constructor(
    private readonly environment: Pick<Environment, 'now' | 'later' | 'cancel'>,
    private readonly ping: () => void,
    private readonly dead: () => void,
  ) {}

  /** Begins to watch, with a ping at least this often. */
  start(every: number): void {
    this.every = every;
    this.lastHeard = this.environment.now();
    this.check();
  }

  stop(): void {
    if (this.timer !== null) this.environment.cancel(this.timer);
    this.timer = null;
    this.trust();
  }

  heard(): void {
    this.lastHeard = this.environment.now();
    this.trust();
  }

  /** Whether anybody is still there is in doubt, after a sleep perhaps: it has to answer now. */
  prove(): void {
    if (this.proof !== null) return;
    this.ping();
    this.proof = this.environment.later(() => this.dead(), PROOF_MS);
  }

  private trust(): void {
    if (this.proof !== null) this.environment.cancel(this.proof);
    this.proof = null;
  }

  sent(): void {
    this.lastSent = this.environment.now();
  }

  private check(): void {
    if (this.timer !== null) this.environment.cancel(this.timer);
    const now = this.environment.now();
    if (now - this.lastHeard >= this.every * SILENCE) {
      this.dead();
      return;
    }
    if (now - this.lastSent >= this.every) this.ping();
    this.timer = this.environment.later(() => this.check(), this.every / 2);
  }
}
