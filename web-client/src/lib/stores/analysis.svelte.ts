// Analysis of a game: whether there is one, how far it is, and what it says.

import type { Command, MatchAnalysis, ServerMessage } from '../protocol';
import { Refusal, errorMessage } from '../net/refusal';
import type { Ok } from '../net/outbox';
import type { Listener } from '../net/socket';
import type { Requester } from './ports';

/** How many positions were looked at, of how many. */
export interface Progress {
  done: number;
  all: number;
}

/** Analysis store. One game's analysis as it is known here. */
export class AnalysisStore implements Listener {
  document = $state.raw<MatchAnalysis | null>(null);
  /** While it is under way. */
  progress = $state.raw<Progress | null>(null);
  /** Why it could not be had, as a sentence. */
  problem = $state('');

  constructor(
    private readonly id: string,
    private readonly key: string | undefined,
    private readonly socket: Requester,
    private readonly fetch: (id: string, key?: string) => Promise<MatchAnalysis>,
    /** Of a game that is on: the number of the event by which all allowed it. */
    readonly until: number | null = null,
  ) {}

  /** Fetches it if it is there; that there is none is no failure. */
  async look(): Promise<void> {
    try {
      const found = await this.fetch(this.id, this.key);
      // Meanwhile all may have agreed anew: what was allowed then is another's.
      if ((found.until ?? null) === this.until) this.document = found;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'no_analysis')) this.fail(error);
    }
  }

  /** Has the game analysed. */
  async ask(): Promise<void> {
    if (this.progress) return;
    this.problem = '';
    this.progress = { done: 0, all: 0 };
    await this.socket.request(this.command()).catch((refusal: unknown) => this.fail(refusal));
  }

  /** What was asked for is asked for again on a new connection: the house may have forgotten. */
  resume(): Command | null {
    return this.progress ? this.command() : null;
  }

  resumed(result: Ok | Refusal): void {
    if (result instanceof Refusal) this.fail(result);
  }

  hear(message: ServerMessage): void {
    if (message.type !== 'analysis' || message.table !== this.id || !this.progress) return;
    const { done, all, ready, error } = message;
    if ((message.until ?? null) !== this.until) return;
    if (error) this.fail(new Refusal(error, ''));
    else if (ready) void this.finish();
    else this.progress = { done, all };
  }

  private async finish(): Promise<void> {
    await this.look();
    this.progress = null;
    if (!this.document) this.problem ||= errorMessage(null);
  }

  private command(): Command {
    return { type: 'analyse', table: this.id, ...(this.key ? { key: this.key } : {}) };
  }

  private fail(error: unknown): void {
    this.progress = null;
    this.problem = errorMessage(error);
  }
}
