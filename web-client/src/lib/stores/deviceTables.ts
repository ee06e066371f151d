import { recallJson, remember } from './storage';
import type { OpenStorage } from './storage';

/** More than anybody plays at; the oldest are forgotten. */
const MOST = 10;

/** Somebody who plays beside whoever the page is: a player with a session of their own, which only this device knows. */
export interface Companion {
  id: string;
  name: string;
  token: string;
}

/** A table of which this device plays every seat. */
export interface DeviceTable {
  table: string;
  /** In the order of their seats, from the second on. */
  companions: readonly Companion[];
  /** Whether to stop before each turn until the device was handed over. */
  pauses: boolean;
}

/** Device tables. The tables that are played on this device alone. Without storage they last as long as the page. */
export class DeviceTables {
  private tables: readonly DeviceTable[] = [];

  constructor(private readonly storage?: OpenStorage) {
    const found = recallJson('device', storage);
    if (Array.isArray(found)) this.tables = found.filter(isDeviceTable);
  }

  /** Who plays at a table, if it is one of them. */
  of(table: string): DeviceTable | undefined {
    return this.tables.find((one) => one.table === table);
  }

  keep(table: DeviceTable): void {
    this.write([...this.tables.filter((one) => one.table !== table.table), table].slice(-MOST));
  }

  forget(table: string): void {
    this.write(this.tables.filter((one) => one.table !== table));
  }

  private write(tables: readonly DeviceTable[]): void {
    this.tables = tables;
    remember('device', JSON.stringify(tables), this.storage);
  }
}

export const deviceTables = new DeviceTables();

/** Whoever has been at the storage may have left anything there. */
function isDeviceTable(found: unknown): found is DeviceTable {
  const { table, companions, pauses } = (found ?? {}) as Partial<DeviceTable>;
  const fits = typeof table === 'string' && typeof pauses === 'boolean';
  return fits && Array.isArray(companions) && companions.every(isCompanion);
}

function isCompanion(found: unknown): found is Companion {
  const { id, name, token } = (found ?? {}) as Partial<Companion>;
  return [id, name, token].every((part) => typeof part === 'string');
}
