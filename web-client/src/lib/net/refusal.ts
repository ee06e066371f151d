// Request errors. Why the server said no, in words for people.

import * as m from 'messages:refusals';
import type { ErrorCode } from '../protocol';

/** The server said no, or could not be asked. `message` is a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode | 'unreachable',
    detail: string,
  ) {
    super(WORDS[code]?.() || detail || m.failed());
    this.name = 'Refusal';
  }
}

/** Sentences for what people meet; what only a faulty page meets is told in the server's own words. */
const WORDS: Partial<Record<ErrorCode | 'unreachable', () => string>> = m.refusal;

/** What to tell people about any failure. */
export function errorMessage(error: unknown): string {
  return error instanceof Refusal ? error.message : m.failed();
}
