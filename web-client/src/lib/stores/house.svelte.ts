import type { HouseLimits, ServerMessage } from '../protocol';
import type { Listener } from '../net/socket';

/** What this house allows, as its greeting tells. */
export class HouseStore implements Listener {
  /** None before the first greeting. */
  limits = $state.raw<HouseLimits | null>(null);

  hear(message: ServerMessage): void {
    if (message.type === 'hello') this.limits = message.limits;
  }
}

export const house = new HouseStore();
