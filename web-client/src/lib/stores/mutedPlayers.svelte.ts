// Mute list. Whom one does not want to hear, known to this browser only.

import type { Player } from '../protocol';

const PLACE = 'cydonia.muted';
/** More than anybody mutes on purpose; the oldest are forgotten. */
const MOST = 500;

/** The players whom one does not want to hear; known to this browser only. */
export class MutedPlayers {
  private ids = $state.raw<readonly string[]>([]);

  constructor(private readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
    this.ids = this.read();
  }

  has(player: Player): boolean {
    return this.ids.includes(player.id);
  }

  /** Hears somebody no longer, or again. */
  toggle(player: Player): void {
    const others = this.ids.filter((id) => id !== player.id);
    this.ids = this.has(player) ? others : [...others, player.id].slice(-MOST);
    try {
      this.storage().setItem(PLACE, JSON.stringify(this.ids));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  private read(): string[] {
    try {
      const found: unknown = JSON.parse(this.storage().getItem(PLACE) ?? '[]');
      return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : [];
    } catch {
      return [];
    }
  }
}

export const mutedPlayers = new MutedPlayers(() => localStorage);
