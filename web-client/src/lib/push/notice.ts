// Push notice. What a message of the house is shown as.

import type { PushMessage } from '../protocol';
import { pushWords } from '../text/push';

/** A notification. */
export interface Notice {
  title: string;
  body: string;
  /** Where it leads, below the base. */
  path: string;
}

/** What is shown of a message; something must be, even if it cannot be read. */
export function noticeOf(message: PushMessage | null): Notice {
  const table = message?.tables?.[0];
  const only = message?.count === 1 && table ? table : null;
  return { ...pushWords(message), path: only ? `./t/${only.table}` : './' };
}
