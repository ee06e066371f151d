import type { Explorer, WhatIf } from '../protocol';
import { given } from './rest';

// Apart from the rest of the interface, as only those who explore positions ask for it.

/** How a game goes on from any position along a line; with where things are, if that is wanted. */
export function playLine(
  position: string,
  line: readonly string[],
  layout: boolean,
): Promise<WhatIf> {
  const query = { position, line: line.join(','), layout };
  return given((api) => api.GET('/api/v1/what-if', { params: { query } }));
}

/** What was played from a position: in all games, or in those of people alone. */
export function explore(position: string, people: boolean): Promise<Explorer> {
  const query = people ? { position, computers: false } : { position };
  return given((api) => api.GET('/api/v1/explorer', { params: { query } }));
}
