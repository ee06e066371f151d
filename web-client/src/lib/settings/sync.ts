// Settings on every device. Keeps what was chosen with the player, and fetches what was chosen elsewhere: the last word counts.

import type { Preferences } from '../protocol';
import { recall, remember } from '../stores/storage';
import type { OpenStorage } from '../stores/storage';

/** What is asked of the house. */
export interface SettingsHouse {
  read: () => Promise<Preferences>;
  keep: (chosen: Preferences) => Promise<Preferences>;
}

/** What is chosen on this device. */
export interface SettingsHere {
  chosen: Preferences;
  take: (chosen: Preferences) => void;
  changes: { subscribe: (listener: () => void) => () => void };
}

/** Whether something was chosen here of which the house does not know. */
const UNSENT = 'settings-unsent';

/** Sends and fetches settings for one player, until it is stopped. */
export class SettingsSync {
  private sending: Promise<void> | null = null;
  private again = false;
  private readonly silence: () => void;

  constructor(
    private readonly here: SettingsHere,
    private readonly house: SettingsHouse,
    private readonly open?: OpenStorage,
  ) {
    this.silence = here.changes.subscribe(() => {
      remember(UNSENT, 'on', open);
      void this.send();
    });
  }

  /** Comes to the same settings as the house has. Without a connection that waits for the next visit. */
  async meet(): Promise<void> {
    if (recall(UNSENT, this.open) === 'on') return this.send();
    const found = await this.house.read().catch(() => null);
    // What was chosen meanwhile is the last word.
    if (found === null || recall(UNSENT, this.open) === 'on') return;
    if (Object.keys(found).length > 0) this.here.take(found);
    else if (Object.keys(this.here.chosen).length > 0) await this.send();
  }

  stop(): void {
    this.silence();
  }

  /** One after another, so that the last that was chosen is the last that is kept. */
  private send(): Promise<void> {
    this.again = true;
    this.sending ??= this.drain().finally(() => (this.sending = null));
    return this.sending;
  }

  private async drain(): Promise<void> {
    while (this.again) {
      this.again = false;
      const kept = await this.house.keep(this.here.chosen).catch(() => null);
      if (kept === null) return;
      if (!this.again) remember(UNSENT, 'off', this.open);
    }
  }
}
