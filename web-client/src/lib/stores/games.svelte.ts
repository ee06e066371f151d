import type { GameInfo } from '../protocol';
import { games } from '../api/rest';
import { errorMessage } from '../net/refusal';

/** Game catalogue. The games that can be played here; they do not change while the page is open. */
export class GamesStore {
  all = $state.raw<readonly GameInfo[]>([]);
  /** Why they are not known just now, as a sentence. */
  problem = $state('');
  private loading: Promise<void> | null = null;

  /** `brought` is what the page itself has brought along: nothing is fetched then. */
  constructor(brought: readonly GameInfo[] = []) {
    this.all = brought;
    if (brought.length > 0) this.loading = Promise.resolve();
  }

  /** Fetches them once; after a failure the next call tries again. */
  load(): Promise<void> {
    this.loading ??= this.fetch();
    return this.loading;
  }

  /** One game by its id. */
  find(id: string): GameInfo | undefined {
    return this.all.find((game) => game.id === id);
  }

  /** What a game is called; its id until that is known. */
  title(id: string): string {
    return this.find(id)?.title ?? id;
  }

  private async fetch(): Promise<void> {
    try {
      this.all = await games();
      this.problem = '';
    } catch (error) {
      this.problem = errorMessage(error);
      this.loading = null;
    }
  }
}
