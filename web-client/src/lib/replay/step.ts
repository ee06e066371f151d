import type { Event } from '../protocol';

const STEPS = ['act', 'roll', 'lost', 'undo', 'takeback', 'swap', 'leave', 'takeover'] as const;

/** Step. An event that changed the position: what a game is stepped through by. */
export type Step = Extract<Event, { type: (typeof STEPS)[number] }>;

/** Whether an event is a step of the game. */
export function isStep(event: Event): event is Step {
  return (STEPS as readonly string[]).includes(event.type);
}
