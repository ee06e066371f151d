// Watched tables. Each of them once for the life of the page; apart from the composition root, as lists do without them.

import { games, session, socket } from './app';
import { replay } from './lib/api/rest';
import { Memory } from './lib/dice/memory';
import { TableStore } from './lib/stores/table.svelte';

/** What this browser remembers of its dice. */
export const memory = new Memory(() => localStorage);

interface Watched {
  table: TableStore;
  /** How many parts of the page look at it. */
  count: number;
  /** How many of them do more than glance at it. */
  watching: number;
  silence: () => void;
}

/** The tables that are watched. The server knows of each only once, however often it is shown. */
const watched = new Map<string, Watched>();

/** Follows a table until the result is called. Who only glances at it is not counted among those who watch. */
export function followTable(
  id: string,
  key?: string,
  { glance = false } = {},
): { table: TableStore; stop: () => void } {
  const one = watched.get(id) ?? watch(id, key, glance);
  const watching = glance ? 0 : 1;
  one.count += 1;
  one.watching += watching;
  settle(one);
  let done = false;
  const stop = (): void => {
    if (done) return;
    done = true;
    one.count -= 1;
    one.watching -= watching;
    if (one.count > 0) return settle(one);
    one.silence();
    watched.delete(id);
    void socket.request({ type: 'unwatch', table: id }).catch(() => {});
  };
  return { table: one.table, stop };
}

/** Says whether one watches or only glances, once that has changed. */
function settle({ table, watching }: Watched): void {
  const quiet = watching === 0;
  if (table.quiet === quiet) return;
  table.quiet = quiet;
  void table.follow();
}

function watch(id: string, key: string | undefined, quiet: boolean): Watched {
  const onlooker = { player: () => session.at(id)?.id, memory, hasDice };
  const table = new TableStore(id, socket, replay, onlooker, key);
  table.quiet = quiet;
  const one = { table, count: 0, watching: 0, silence: socket.listen(table) };
  watched.set(id, one);
  void table.follow();
  return one;
}

/** Whether a game is one with dice. */
export async function hasDice(game: string): Promise<boolean> {
  await games.load();
  return games.find(game)?.dice ?? false;
}
