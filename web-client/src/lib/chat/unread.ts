import { session } from '../../app';
import type { TableInfo } from '../protocol';
import { roomsOf } from '../stores/chat.svelte';
import { mutedPlayers } from '../stores/mutedPlayers.svelte';
import { preferences } from '../stores/preferences.svelte';
import type { TableStore } from '../stores/table.svelte';

/** Unread count. How many lines wait to be seen, in all rooms that one hears. */
export function unreadLines(table: TableStore, info: TableInfo, me: number | null): number {
  if (!preferences.chat) return 0;
  const isMuted = mutedPlayers.has.bind(mutedPlayers);
  return roomsOf(me, info.status)
    .map((room) => table.chat.unseen(room, session.player?.id, isMuted))
    .reduce((sum, count) => sum + count, 0);
}
