// Ports. What the stores of a table need from outside.

import type { Memory } from '../dice/memory';
import type { Ok } from '../net/outbox';
import type { Command } from '../protocol';

/** What a table needs of the socket. */
export interface Requester {
  request(command: Command): Promise<Ok>;
}

/** What a table needs to know of who looks at it. */
export interface Onlooker {
  /** Oneself, if one has a name. */
  player(): string | undefined;
  /** What this browser remembers of its dice. */
  memory: Memory;
  hasDice(game: string): Promise<boolean>;
}
