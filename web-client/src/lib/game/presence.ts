import type { Presence } from '../protocol';

/** A player who is not there. */
export type Absence = Extract<Presence, { state: 'away' }>;
