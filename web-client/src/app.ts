// Composition root. The one socket and what hangs on it, for the life of the page.

import type { GameInfo, LobbyFilter } from './lib/protocol';
import { browserSocket } from './lib/net/browserSocket';
import { inlined } from './lib/net/inlined';
import type { Refusal } from './lib/net/refusal';
import { slowLine } from './lib/net/slowLine';
import { match } from './lib/api/rest';
import { RatingChangesStore } from './lib/stores/ratingChanges.svelte';
import { GamesStore } from './lib/stores/games.svelte';
import { serverLimits } from './lib/stores/serverLimits.svelte';
import { LobbyStore } from './lib/stores/lobby.svelte';
import { now } from './lib/stores/now.svelte';
import { SessionStore } from './lib/stores/session.svelte';

/** The one socket and what hangs on it, for the life of the page. */
export const socket = browserSocket();
export const session = new SessionStore((another) => socket.restart(another));
export const games = new GamesStore(inlined<readonly GameInfo[]>('games') ?? []);
export const ratingChanges = new RatingChangesStore(match);

const line = slowLine();

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
  session.latency = line(roundTrip, performance.now());
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
