// Players beside one's own. A socket for each who plays on this device, and their view of the table.

import { Memory } from './lib/dice/memory';
import { replay } from './lib/api/rest';
import { browserSocket } from './lib/net/browserSocket';
import type { Companion } from './lib/stores/deviceTables';
import { TableStore } from './lib/stores/table.svelte';
import { hasDice } from './tables';

/** A table as somebody sees it who plays on this device, too. */
export interface Beside {
  table: TableStore;
  /** Takes a seat there. */
  sit: (seat: number) => Promise<void>;
  stop: () => void;
}

/** Follows a table for a companion, until the result is stopped. */
export function followBeside(id: string, key: string | undefined, companion: Companion): Beside {
  const socket = browserSocket(companion.token);
  // What one has pledged for the dice is nobody else's, not even in the same browser.
  const memory = new Memory(() => localStorage, `cydonia.device.${companion.id}.`);
  const onlooker = { player: () => companion.id, memory, hasDice };
  const table = new TableStore(id, socket, replay, onlooker, key);
  socket.listen(table);
  socket.start();
  const sit = async (seat: number): Promise<void> => {
    await socket.request({ type: 'sit', table: id, seat, ...(key ? { key } : {}) });
  };
  return { table, sit, stop: () => socket.stop() };
}
