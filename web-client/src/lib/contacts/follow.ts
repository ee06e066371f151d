// The one store of one's own tables, for the life of the page; apart from its class, which knows no socket.

import { session, socket } from '../../app';
import { OwnTables } from './ownTables.svelte';

/** One's own tables. */
export const ownTables = new OwnTables(() => session.self?.id);

socket.listen(ownTables);
const first = ownTables.resume();
// Before there is a connection, it is asked as soon as there is one.
if (first && session.known) void socket.request(first).catch(() => {});
