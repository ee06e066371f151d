// Own tables. Every table at which one sits, or a seat is kept for one, as the house tells it on whichever device.

import type { Command, ServerMessage, TableInfo } from '../protocol';
import { reservedFor } from '../game/seats';
import type { Listener } from '../net/socket';
import { ownTurns } from '../stores/ownTurns.svelte';

type OwnGame = Extract<ServerMessage, { type: 'own_game' }>;

/** The tables at which one sits or is awaited. */
export class OwnTables implements Listener {
  private all = $state.raw<ReadonlyMap<string, TableInfo>>(new Map());
  /** Whose they are. */
  private of: string | undefined;
  /** What came before the list, which may be older; null once that is here. */
  private early: OwnGame[] | null = [];

  /** `self` is the id of whoever one is, if one is somebody anywhere. */
  constructor(private readonly self: () => string | undefined) {}

  /** Those at which one sits, the newest first. */
  get seated(): TableInfo[] {
    return this.newest((info) => reservedFor(info, this.self()) === null);
  }

  /** Those at which a seat is kept for one, as one was challenged or somebody wants a rematch; the newest first. */
  get challenges(): TableInfo[] {
    return this.newest((info) => info.status === 'open' && reservedFor(info, this.self()) !== null);
  }

  resume(): Command | null {
    return this.self() === undefined ? null : { type: 'own_games', on: true };
  }

  hear(message: ServerMessage): void {
    if (message.type === 'hello') {
      // As somebody else one has other tables.
      if (this.self() !== this.of) this.list([]);
      this.of = this.self();
      this.early = [];
    } else if (message.type === 'own_games') {
      this.list(message.tables);
      this.early?.forEach((one) => this.note(one));
      this.early = null;
    } else if (message.type === 'own_game') {
      this.early?.push(message);
      this.note(message);
    }
  }

  private note({ what, info }: OwnGame): void {
    const tables = new Map(this.all);
    const isOver = ['gone', 'finish', 'abort'].includes(what);
    if (isOver) tables.delete(info.id);
    else tables.set(info.id, info);
    this.all = tables;
    if (what === 'turn') ownTurns.note(info.id, true);
    else if (isOver || what === 'wait') ownTurns.note(info.id, false);
  }

  /** Where it is one's turn is told afterwards. */
  private list(tables: readonly TableInfo[]): void {
    this.all = new Map(tables.map((info) => [info.id, info]));
    ownTurns.clear();
  }

  private newest(fits: (info: TableInfo) => boolean): TableInfo[] {
    return [...this.all.values()].filter(fits).sort((a, b) => b.created_ms - a.created_ms);
  }
}
