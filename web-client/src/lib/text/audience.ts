import type { GameInfo } from '../protocol';

/** Audience. Those who hear: what the seats are called, and which of them is one's own. */
export interface Audience {
  names: readonly string[];
  me: number | null;
  /** What is played, for how it says that it has ended. */
  game?: GameInfo | undefined;
}
