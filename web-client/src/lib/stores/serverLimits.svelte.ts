import type { HouseLimits, ServerMessage } from '../protocol';
import type { Listener } from '../net/socket';

/** Server limits. What this house allows, as its greeting tells. */
export class ServerLimitsStore implements Listener {
  /** None before the first greeting. */
  current = $state.raw<HouseLimits | null>(null);

  hear(message: ServerMessage): void {
    if (message.type === 'hello') this.current = message.limits;
  }
}

export const serverLimits = new ServerLimitsStore();
