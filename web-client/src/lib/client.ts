import { browserSocket } from './net/browser';
import { replay } from './net/rest';
import { GamesStore } from './stores/games.svelte';
import { LobbyStore } from './stores/lobby.svelte';
import { SessionStore } from './stores/session.svelte';
import { TableStore } from './stores/table.svelte';

/** The one socket and what hangs on it, for the life of the page. */
export const socket = browserSocket();
export const session = new SessionStore(() => socket.restart());
export const games = new GamesStore();

socket.listen(session);
socket.onstate = (state) => (session.connection = state);
socket.onlatency = (ms) => (session.latency = Math.round(ms));

/** Follows the lobby until the result is called. */
export function followLobby(): { lobby: LobbyStore; stop: () => void } {
  const lobby = new LobbyStore();
  const silence = socket.listen(lobby);
  void socket.request(lobby.resume()).catch(() => {});
  const stop = (): void => {
    silence();
    void socket.request({ type: 'lobby', on: false }).catch(() => {});
  };
  return { lobby, stop };
}

/** Follows a table until the result is called. */
export function followTable(id: string, key?: string): { table: TableStore; stop: () => void } {
  const table = new TableStore(id, socket, replay, key);
  const silence = socket.listen(table);
  void table.follow();
  const stop = (): void => {
    silence();
    void socket.request({ type: 'unwatch', table: id }).catch(() => {});
  };
  return { table, stop };
}
