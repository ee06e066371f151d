import type { WhatIf } from '../protocol';
import { given, keyed } from './rest';

/**
 * How a finished game would stand, had it gone on otherwise after so many steps. Apart from the rest of the interface, as only
 * those who look back ask for it.
 */
export function whatIf(
  id: string,
  step: number,
  line: readonly string[],
  key?: string,
): Promise<WhatIf> {
  const params = { ...keyed(id, key), query: { step, line: line.join(',') } };
  return given((api) => api.GET('/api/v1/matches/{id}/what-if', { params }));
}
