// Composition root. The one socket and what hangs on it, for the life of the page.

import type { LobbyFilter } from './lib/protocol';
import { Memory } from './lib/dice/memory';
import { browserSocket } from './lib/net/browserSocket';
import type { Refusal } from './lib/net/refusal';
import { match, replay } from './lib/api/rest';
import { RatingChangesStore } from './lib/stores/ratingChanges.svelte';
import { GamesStore } from './lib/stores/games.svelte';
import { serverLimits } from './lib/stores/serverLimits.svelte';
import { LobbyStore } from './lib/stores/lobby.svelte';
import { now } from './lib/stores/now.svelte';
import { SessionStore } from './lib/stores/session.svelte';
import { TableStore } from './lib/stores/table.svelte';

/** The one socket and what hangs on it, for the life of the page. */
export const socket = browserSocket();
export const session = new SessionStore((another) => socket.restart(another));
export const games = new GamesStore();
export const ratingChanges = new RatingChangesStore(match);
/** What this browser remembers of its dice. */
export const memory = new Memory(() => localStorage);

socket.listen(session);
socket.listen(serverLimits);
socket.listen({
  hear: (message) => {
    if (message.type === 'hello') now.time.greeted(message.ms);
  },
});
socket.states.subscribe((state) => (session.connection = state));
socket.ended.subscribe(() => session.end());
socket.pongs.subscribe((roundTrip, serverMs) => {
  session.latency = Math.round(roundTrip);
  if (serverMs !== undefined) now.time.measured(serverMs, roundTrip);
});

/** The lobby that is followed: there is one for each socket, and the last who asks says which. */
let followed: LobbyStore | null = null;

/** The lobby, as far as one wants to see it, until it is stopped. */
export interface FollowedLobby {
  lobby: LobbyStore;
  /** Asks to see others from now on. */
  narrow: (filter: LobbyFilter) => void;
  stop: () => void;
}

/** Follows the lobby. */
export function followLobby(filter: LobbyFilter = {}): FollowedLobby {
  const lobby = new LobbyStore(filter);
  const silence = socket.listen(lobby);
  const ask = (): void =>
    void socket.request(lobby.resume()).catch((refusal: Refusal) => lobby.resumed(refusal));
  followed = lobby;
  ask();
  return {
    lobby,
    narrow: (next) => {
      lobby.narrow(next);
      ask();
    },
    stop: () => {
      silence();
      // The page that comes next may follow it already.
      if (followed !== lobby) return;
      followed = null;
      void socket.request({ type: 'lobby', on: false }).catch(() => {});
    },
  };
}

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

async function hasDice(game: string): Promise<boolean> {
  await games.load();
  return games.find(game)?.dice ?? false;
}
