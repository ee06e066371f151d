import type { Event } from '../protocol';

/** Note. What happens between the steps of a game and belongs to its story all the same. */
export type Note = Extract<Event, { type: 'pause' | 'resume' | 'outage' }>;

/** Whether an event is a note. */
export function isNote(event: Event): event is Note {
  return event.type === 'pause' || event.type === 'resume' || event.type === 'outage';
}
