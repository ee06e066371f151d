import type { Command, ListedTable, LobbyFilter, ServerMessage, TableInfo } from '../protocol';
import type { Ok } from '../net/outbox';
import { Refusal } from '../net/refusal';
import type { Listener } from '../net/socket';

/** Lobby store. The public tables that one asks to see, kept up to date while followed. */
export class LobbyStore implements Listener {
  /** False until the list has come for the first time. */
  known = $state(false);
  tables = $state.raw<ReadonlyMap<string, ListedTable>>(new Map());
  /** How many there are, of which some are listed. */
  total = $state(0);

  /** `filter` tells what one asks to see. */
  constructor(private filter: LobbyFilter = {}) {}

  /** Tables that wait for players: those where somebody is there first, of each kind the newest first. */
  get open(): ListedTable[] {
    return this.having('open');
  }

  /** Tables where a game is going on, the newest first. */
  get live(): ListedTable[] {
    return this.having('playing');
  }

  /** Sees others from the next answer on; what is shown stays until then. */
  narrow(filter: LobbyFilter): void {
    this.filter = filter;
  }

  resume(): Command {
    return { type: 'lobby', on: true, filter: this.filter };
  }

  /** A wish that makes no sense here (an address of another house, perhaps) has nothing to show. */
  resumed(result: Ok | Refusal): void {
    if (!(result instanceof Refusal) || result.code === 'unavailable') return;
    this.tables = new Map();
    this.total = 0;
    this.known = true;
  }

  hear(message: ServerMessage): void {
    if (message.type === 'lobby') {
      this.tables = new Map(message.tables.map((table) => [table.info.id, table]));
      this.total = message.total;
      this.known = true;
    } else if (message.type === 'lobby_diff') {
      const tables = new Map(this.tables);
      for (const id of message.gone) tables.delete(id);
      for (const table of message.set) tables.set(table.info.id, table);
      this.tables = tables;
      this.total = message.total;
    }
  }

  private having(status: TableInfo['status']): ListedTable[] {
    const found = [...this.tables.values()].filter(({ info }) => info.status === status);
    const rank = (table: ListedTable): number => (table.attended ? 0 : 1);
    return found.sort((a, b) => rank(a) - rank(b) || b.info.created_ms - a.info.created_ms);
  }
}
