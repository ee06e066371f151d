// Objections that came with a position: why what was tried may not be done, without asking a server.

import type { Objection } from '../protocol';

/** For each beginning of an action, why a space does not go on with it. */
export interface Objections {
  tables: Table[];
  /** For each beginning, the place of its table; none where every space goes on with it. */
  after: Record<string, number>;
}

interface Table {
  /** Why most spaces do not. */
  usual: Objection;
  /** Others, with the spaces that they are about. */
  others: [Objection, string[]][];
}

/** Why an action, or the beginning of one, whose last token is not offered, may not be taken. */
export function objectionTo(tried: string, objections: Objections): Objection | undefined {
  const end = tried.lastIndexOf('-');
  const table = objections.tables[objections.after[tried.slice(0, Math.max(0, end))] ?? -1];
  const token = tried.slice(end + 1);
  return table?.others.find(([, spaces]) => spaces.includes(token))?.[0] ?? table?.usual;
}
