import type { Command, ServerMessage, TableInfo } from '../protocol';
import type { Listener } from '../net/socket';

/** The public tables that are open or being played, kept up to date while followed. */
export class LobbyStore implements Listener {
  /** False until the list has come for the first time. */
  known = $state(false);
  tables = $state.raw<ReadonlyMap<string, TableInfo>>(new Map());

  /** Tables that wait for players, the newest first. */
  get open(): TableInfo[] {
    return this.having('open');
  }

  /** Tables where a game is going on, the newest first. */
  get live(): TableInfo[] {
    return this.having('playing');
  }

  resume(): Command {
    return { type: 'lobby', on: true };
  }

  hear(message: ServerMessage): void {
    if (message.type === 'lobby') {
      this.tables = new Map(message.tables.map((table) => [table.id, table]));
      this.known = true;
    } else if (message.type === 'lobby_diff') {
      const tables = new Map(this.tables);
      for (const id of message.gone) tables.delete(id);
      for (const table of message.set) tables.set(table.id, table);
      this.tables = tables;
    }
  }

  private having(status: TableInfo['status']): TableInfo[] {
    const found = [...this.tables.values()].filter((table) => table.status === status);
    return found.sort((a, b) => b.created_ms - a.created_ms);
  }
}
