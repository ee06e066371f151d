// Request errors. Why the server said no, in words for people.

import * as m from 'messages:shell';
import type { ErrorCode } from '../protocol';

type Code = ErrorCode | 'unreachable';

/** Sentences for what people meet, some with the server's own words; what only a faulty page meets is told in those alone. */
let words: Partial<Record<Code, (told: { detail: string }) => string>> = {
  unreachable: () => m.unreachable(),
};
let fetching: Promise<void> | undefined;

/** Has the sentences there: few visits meet one, so that they come after the first page. */
export function fetchRefusals(): Promise<void> {
  fetching ??= import('messages:refusals')
    .then(({ refusal }) => void (words = { ...refusal, ...words }))
    // The general sentence has to do.
    .catch(() => void (fetching = undefined));
  return fetching;
}

/** What a question about a position is refused with once one has moved, or the game has gone on otherwise. */
const OTHER_POSITION: ReadonlySet<Code> = new Set(['stale', 'not_your_turn', 'over', 'left']);

/** The server said no, or could not be asked. `message` is a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: Code,
    detail: string,
  ) {
    super(words[code]?.({ detail }) || detail || m.failed());
    this.name = 'Refusal';
  }

  /** Whether it says no more than that the position is another by now. */
  get tellsOfOtherPosition(): boolean {
    return OTHER_POSITION.has(this.code);
  }
}

/** What to tell people about any failure. */
export function errorMessage(error: unknown): string {
  return error instanceof Refusal ? error.message : m.failed();
}
