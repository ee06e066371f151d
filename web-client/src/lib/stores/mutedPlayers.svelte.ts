// Mute list. Whom one does not want to hear.

import type { Player } from '../protocol';
import { recallJson, remember } from './storage';
import type { OpenStorage } from './storage';

/** More than anybody mutes on purpose; the oldest are forgotten. */
const MOST = 500;

/** The players whom one does not want to hear: known to this browser only, but for those whom one has blocked. */
export class MutedPlayers {
  private ids = $state.raw<readonly string[]>([]);
  /** Whom one has blocked, as the house keeps it. */
  private blocked = $state.raw<readonly string[]>([]);

  constructor(private readonly storage?: OpenStorage) {
    const found = recallJson('muted', storage);
    if (Array.isArray(found)) this.ids = found.filter((id) => typeof id === 'string');
  }

  has(player: Player): boolean {
    return this.ids.includes(player.id) || this.blocked.includes(player.id);
  }

  /** Nothing is heard of those whom one has blocked. */
  block(ids: readonly string[]): void {
    this.blocked = ids;
  }

  /** Hears somebody no longer, or again. */
  toggle(player: Player): void {
    const others = this.ids.filter((id) => id !== player.id);
    this.ids = others.length < this.ids.length ? others : [...others, player.id].slice(-MOST);
    remember('muted', JSON.stringify(this.ids), this.storage);
  }
}

export const mutedPlayers = new MutedPlayers();
