// Live analysis. What the strongest computer makes of a game that is on, as far as all who play have allowed it.

import { untrack } from 'svelte';
import type { MatchAnalysis } from '../protocol';
import type { Socket } from '../net/socket';
import { AnalysisStore } from '../stores/analysis.svelte';
import type { TableStore } from '../stores/table.svelte';
import { along, covered } from './along';

/** Follows how far a game may be analysed. Made while a component is set up, for its effects' sake. */
export class LiveAnalysis {
  /** What was allowed last; null where nothing is. */
  store = $state.raw<AnalysisStore | null>(null);
  /** Whether the best line is drawn on the board. */
  drawn = $state(true);

  constructor(
    private readonly table: TableStore,
    socket: Pick<Socket, 'request' | 'listen'>,
    fetch: (id: string, key?: string) => Promise<MatchAnalysis>,
  ) {
    $effect(() => {
      const until = table.info?.status === 'playing' ? table.gameStatus.analysedUntil : null;
      if (until === null) return;
      const store = untrack(() => new AnalysisStore(table.id, table.key, socket, fetch, until));
      this.store = store;
      void store.look();
      const forget = socket.listen(store);
      return () => {
        forget();
        this.store = null;
      };
    });
  }

  /** What was found, by the steps of the line as it is shown here. */
  get analysis(): MatchAnalysis | null {
    const found = this.store?.document;
    return found ? along(found, this.table.line) : null;
  }

  /** How many steps it is of. */
  get plies(): number {
    return covered(this.table.line, this.store?.until ?? null);
  }

  /** What was found of the position after so many steps; nothing where it is of no more. */
  at(ply: number): MatchAnalysis['positions'][number] | undefined {
    return this.analysis?.positions.find(({ step }) => step === ply);
  }
}
