import { Memory } from '../dice/memory';
import type { Store } from '../dice/memory';
import { Shelf } from '../dice/shelf';
import { PLAYERS, SimulatedHouse, TABLE } from '../dice/simulated';
import type { AlarmKind } from '../dice/transcript';
import type { Command } from '../protocol';
import { TableStore } from './table.svelte';

// People at a table with dice, for tests.

/** Lets all that is under way come to rest. */
export const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Opens the table's page in a browser. */
export function open(
  house: SimulatedHouse,
  seat: number | null,
  shelf: Store = new Shelf(),
): TableStore {
  const onlooker = {
    player: () => (seat === null ? undefined : PLAYERS[seat]),
    memory: new Memory(() => shelf),
    hasDice: () => Promise.resolve(true),
  };
  const request = (command: Command) => house.request(seat ?? -1, command);
  const table = new TableStore(TABLE, { request }, () => Promise.reject(), onlooker);
  house.admit(table, seat);
  return table;
}

export const alarms = (table: TableStore): AlarmKind[] =>
  table.dice.seen.alarms.map(({ kind }) => kind);
export const types = (house: SimulatedHouse): string[] => house.events.map(({ type }) => type);

/** Who is at a table, and what the two players' browsers remember. */
interface Company {
  house: SimulatedHouse;
  shelves: Shelf[];
  ada: TableStore;
  bob: TableStore;
  eve: TableStore;
}

/** Two players and somebody who watches, at a table that has just begun. */
export async function company(): Promise<Company> {
  const house = new SimulatedHouse();
  const shelves = [new Shelf(), new Shelf()];
  const [ada, bob] = shelves.map((shelf, seat) => open(house, seat, shelf)) as [
    TableStore,
    TableStore,
  ];
  const eve = open(house, null);
  await rest();
  return { house, shelves, ada, bob, eve };
}

/** A roll and the end of the turn. */
export async function turn(table: TableStore): Promise<void> {
  await table.roll();
  await rest();
  await table.act('end');
  await rest();
}
