// Test players. People at a table with dice, each with a page of their own.

import { Memory } from '../dice/memory';
import type { Store } from '../dice/memory';
import { MemoryStorage } from './memoryStorage';
import { PLAYERS, SimulatedServer, TABLE } from './simulatedServer';
import type { AlarmKind } from '../dice/transcript';
import type { Command } from '../protocol';
import { TableStore } from '../stores/table.svelte';

/** Lets all that is under way come to rest. */
export const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Opens the table's page in a browser. */
export function open(
  server: SimulatedServer,
  seat: number | null,
  storage: Store = new MemoryStorage(),
): TableStore {
  const onlooker = {
    player: () => (seat === null ? undefined : PLAYERS[seat]),
    memory: new Memory(() => storage),
    hasDice: () => Promise.resolve(true),
  };
  const request = (command: Command) => server.request(seat ?? -1, command);
  const table = new TableStore(TABLE, { request }, () => Promise.reject(), onlooker);
  server.admit(table, seat);
  return table;
}

export const alarms = (table: TableStore): AlarmKind[] =>
  table.dice.seen.alarms.map(({ kind }) => kind);
export const types = (server: SimulatedServer): string[] => server.events.map(({ type }) => type);

/** Who is at a table, and what the two players' browsers remember. */
interface TablePlayers {
  server: SimulatedServer;
  storages: MemoryStorage[];
  ada: TableStore;
  bob: TableStore;
  eve: TableStore;
}

/** Two players and somebody who watches, at a table that has just begun. */
export async function tablePlayers(): Promise<TablePlayers> {
  const server = new SimulatedServer();
  const storages = [new MemoryStorage(), new MemoryStorage()];
  const [ada, bob] = storages.map((storage, seat) => open(server, seat, storage)) as [
    TableStore,
    TableStore,
  ];
  const eve = open(server, null);
  await rest();
  return { server, storages, ada, bob, eve };
}

/** A roll and the end of the turn. */
export async function turn(table: TableStore): Promise<void> {
  await table.roll();
  await rest();
  await table.act('end');
  await rest();
}
