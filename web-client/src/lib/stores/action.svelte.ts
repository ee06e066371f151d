import { errorMessage } from '../net/refusal';

/** Action. Something that is asked of the server at a click: whether it is under way, and why it failed. */
export class Action {
  busy = $state(false);
  /** What the last one failed with; undefined if it did not, or while it is under way. */
  error = $state.raw<unknown>();
  /** Several may be under way; not a state, lest whoever begins one within an effect depends on it. */
  private running = 0;
  private readonly kinds = new Set<string>();

  /** The same as a sentence for people. */
  get problem(): string {
    return this.error === undefined ? '' : errorMessage(this.error);
  }

  /** Does something; false if it failed. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    this.error = undefined;
    this.running += 1;
    this.busy = true;
    try {
      await what();
      return true;
    } catch (error) {
      this.error = error;
      return false;
    } finally {
      this.running -= 1;
      this.busy = this.running > 0;
    }
  }

  /** The same, but nothing (and so false) while something is under way: a second click asks nothing more. */
  async runAlone(what: () => Promise<unknown>): Promise<boolean> {
    return this.running === 0 && this.run(what);
  }

  /** The same, but nothing while something of that kind is under way. */
  async runOnce(kind: string, what: () => Promise<unknown>): Promise<boolean> {
    if (this.kinds.has(kind)) return false;
    this.kinds.add(kind);
    const done = await this.run(what);
    this.kinds.delete(kind);
    return done;
  }

  /** Forgets what went wrong. */
  clear(): void {
    this.error = undefined;
  }
}

/** What a component asks of the server. */
export function action(): Action {
  return new Action();
}
