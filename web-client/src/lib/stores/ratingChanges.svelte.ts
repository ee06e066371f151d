// Rating changes. What finished games did to ratings, each fetched once.

import type { MatchSeat, RatingChange } from '../protocol';

/** What a game did to the rating of each seat; nothing where it had none. */
export type RatingChanges = readonly (RatingChange | undefined)[];

type FetchMatch = (id: string, key?: string) => Promise<{ seats: readonly MatchSeat[] }>;

/** What finished games did to ratings, each fetched once. */
export class RatingChangesStore {
  private known = $state.raw<ReadonlyMap<string, RatingChanges>>(new Map());
  private readonly asked = new Set<string>();

  constructor(private readonly fetch: FetchMatch) {}

  /** Seat by seat; nothing until it is known. */
  of(id: string): RatingChanges {
    return this.known.get(id) ?? [];
  }

  /** Fetches them. They are shown beside the result, which stands without them: a failure is tried again the next time. */
  async load(id: string, key?: string): Promise<void> {
    if (this.asked.has(id)) return;
    this.asked.add(id);
    try {
      const { seats } = await this.fetch(id, key);
      this.known = new Map([...this.known, [id, seats.map((seat) => seat.rating)]]);
    } catch {
      this.asked.delete(id);
    }
  }
}
