// Paged list. Fetched part by part, as far as one wants to read.

import type { FetchPart } from '../net/paging';
import { errorMessage } from '../net/refusal';

/** So often one asks on at most, where little or nothing is found in a long list, before asking the reader. */
const ROUNDS = 8;

/** A long list that is fetched part by part, as far as one wants to read. */
export class PagedList<T> {
  items = $state.raw<readonly T[]>([]);
  /** False until the first part has come. */
  known = $state(false);
  busy = $state(false);
  /** Why there is nothing more just now, as a sentence. */
  problem = $state('');
  /** Whether there is more. */
  more = $state(false);

  private fetch: FetchPart<T> | null = null;
  private next: string | null = null;
  /** Whether what is shown is of a list that was asked for before. */
  private stale = true;
  /** What comes for a list that is no longer asked for is dropped. */
  private asked = 0;

  /** `size` is how many one wants to see more at a time. */
  constructor(private readonly size: number) {}

  /** Asks for another list; what is shown stays until that one comes. */
  begin(fetch: FetchPart<T>): Promise<void> {
    this.fetch = fetch;
    this.next = null;
    this.stale = true;
    return this.load(fetch);
  }

  /** Asks for what comes next, or again for what could not be had. */
  async go(): Promise<void> {
    if (this.fetch && !this.busy) await this.load(this.fetch);
  }

  private async load(fetch: FetchPart<T>): Promise<void> {
    const asked = ++this.asked;
    const enough = (this.stale ? 0 : this.items.length) + this.size;
    this.busy = true;
    this.problem = '';
    try {
      // A part may be short, even empty, where few fit: the rest is further on.
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = this.stale ? [] : this.items;
        const part = await fetch(this.next, enough - before.length);
        if (asked !== this.asked) return;
        this.show([...before, ...part.items], part.next);
        if (this.items.length >= enough || !this.more) break;
      }
    } catch (error) {
      if (asked === this.asked) this.problem = errorMessage(error);
    } finally {
      if (asked === this.asked) this.busy = false;
    }
  }

  private show(items: readonly T[], next: string | null): void {
    this.items = items;
    this.next = next;
    this.more = next !== null;
    this.known = true;
    this.stale = false;
  }
}
