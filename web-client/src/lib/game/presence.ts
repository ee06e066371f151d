import type { Presence } from '../protocol';

/** Absence. A player who is not there. */
export type Absence = Extract<Presence, { state: 'away' }>;
