import { session } from '../../app';
import type { Announcer } from './announcer.svelte';
import { mutedPlayers } from '../stores/mutedPlayers.svelte';
import { preferences } from '../stores/preferences.svelte';
import type { TableStore } from '../stores/table.svelte';
import { saidWords } from '../text/chat';

/**
 * Chat announcements. Tells those who listen what others say. Called while a component is set up,
 * for its effect's sake.
 */
export function announceChat(table: TableStore, announcer: Announcer): void {
  $effect(() =>
    table.chat.said.subscribe((line, room) => {
      const isOwn = line.player.id === session.player?.id;
      if (isOwn || !preferences.chat || mutedPlayers.has(line.player)) return;
      announcer.say(saidWords(line, room));
    }),
  );
}
