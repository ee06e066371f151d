import type { World } from './world';

/** After so many ping intervals without a word the connection is taken for dead. */
const SILENCE = 2.5;

/** Watches whether a connection is alive: pings when idle, and notices silence. */
export class Pulse {
  private every = 0;
  private lastHeard = 0;
  private lastSent = 0;
  private timer: unknown = null;

  constructor(
    private readonly world: Pick<World, 'now' | 'later' | 'cancel'>,
    private readonly ping: () => void,
    private readonly dead: () => void,
  ) {}

  /** Begins to watch, with a ping at least this often. */
  start(every: number): void {
    this.every = every;
    this.lastHeard = this.world.now();
    this.check();
  }

  stop(): void {
    if (this.timer !== null) this.world.cancel(this.timer);
    this.timer = null;
  }

  heard(): void {
    this.lastHeard = this.world.now();
  }

  sent(): void {
    this.lastSent = this.world.now();
  }

  private check(): void {
    this.stop();
    const now = this.world.now();
    if (now - this.lastHeard >= this.every * SILENCE) {
      this.dead();
      return;
    }
    if (now - this.lastSent >= this.every) this.ping();
    this.timer = this.world.later(() => this.check(), this.every / 2);
  }
}
