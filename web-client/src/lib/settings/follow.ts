// Settings of a player. Keeps the settings here and at the house the same, for as long as one is that player.

import { keepPreferences, readPreferences } from '../api/preferences';
import { preferences } from '../stores/preferences.svelte';
import { SettingsSync } from './sync';

/** Begins; the result ends it. */
export function followSettings(): () => void {
  const sync = new SettingsSync(preferences, { read: readPreferences, keep: keepPreferences });
  void sync.meet();
  return () => sync.stop();
}
