import type { Event } from '../protocol';

const NOTES = ['allow_analysis', 'pause', 'resume', 'outage'] as const;

/** Note. What happens between the steps of a game and belongs to its story all the same. */
export type Note = Extract<Event, { type: (typeof NOTES)[number] }>;

/** Whether an event is a note. */
export function isNote(event: Event): event is Note {
  return (NOTES as readonly string[]).includes(event.type);
}
