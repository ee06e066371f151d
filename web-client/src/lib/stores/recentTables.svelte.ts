// Recent tables. Where one has a seat, for the way back to those that no list shows.

import type { TableInfo } from '../protocol';
import { recallJson, remember } from './storage';
import type { OpenStorage } from './storage';

/** More than anybody plays at; the oldest are forgotten. */
const MOST = 50;

/** A table where one sat when one last looked. */
export interface RecentTable {
  id: string;
  game: string;
  /** Whose seat it was: another player in this browser has other tables. */
  player: string;
  private: boolean;
  /** A private table's key, without which nobody finds back to it. */
  key?: string;
}

/** The tables where one has a seat, for the way back to those that no list shows. */
export class RecentTables {
  private tables = $state.raw<readonly RecentTable[]>([]);

  constructor(private readonly storage?: OpenStorage) {
    const found = recallJson('recent', storage);
    if (Array.isArray(found)) this.tables = found.filter(isRecent);
  }

  /** Those of one player, the last one first. */
  of(player: string | undefined): RecentTable[] {
    return this.tables.filter((table) => table.player === player).reverse();
  }

  /** Notes down where one sits, or that there is nothing to come back for. */
  note(info: TableInfo, player: string, isSeated: boolean, key: string | undefined): void {
    const isOn = info.status === 'open' || info.status === 'playing';
    if (!isOn || !isSeated) return this.forget(info.id, player);
    const { id, game } = info;
    const table = { id, game, player, private: info.private, ...(key ? { key } : {}) };
    const known = this.tables.find((one) => one.id === id && one.player === player);
    if (JSON.stringify(known) === JSON.stringify(table)) return;
    this.write([...this.tables.filter((one) => one !== known), table].slice(-MOST));
  }

  /** There is no such table any more. */
  forget(id: string, player: string): void {
    const others = this.tables.filter((table) => table.id !== id || table.player !== player);
    if (others.length < this.tables.length) this.write(others);
  }

  private write(tables: readonly RecentTable[]): void {
    this.tables = tables;
    remember('recent', JSON.stringify(tables), this.storage);
  }
}

function isRecent(found: unknown): found is RecentTable {
  const { id, game, player } = (found ?? {}) as Record<string, unknown>;
  return [id, game, player].every((one) => typeof one === 'string');
}

export const recentTables = new RecentTables();
