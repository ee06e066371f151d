const FIRST_MS = 250;
const LONGEST_MS = 8000;

/**
 * Exponential backoff with jitter. How long to wait before attempt number `attempt` (from 0):
 * doubling, and spread over the upper half of the span, so that a restarted server does not meet
 * all its clients at once.
 */
export function backoff(attempt: number, random: () => number): number {
  const span = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(span * (0.5 + random() / 2));
}
