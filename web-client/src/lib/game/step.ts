import type { Event } from '../protocol';

/** An event that changed the position: what a game is stepped through by. */
export type Step = Extract<Event, { type: 'act' | 'roll' | 'undo' | 'leave' }>;

/** Whether an event is a step of the game. */
export function isStep(event: Event): event is Step {
  return ['act', 'roll', 'undo', 'leave'].includes(event.type);
}
