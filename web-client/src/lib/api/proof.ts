// Proofs over REST. A game's, and what the house finds of one.

import type { ProofCheck } from '../protocol';
import { given, keyed } from './rest';

/** The proof of a finished game, as text. */
export function proof(id: string, key?: string): Promise<string> {
  const params = keyed(id, key);
  return given((api) => api.GET('/api/v1/matches/{id}/proof', { params, parseAs: 'text' }));
}

/** What the house finds of a proof. */
export function checkProof(text: string): Promise<ProofCheck> {
  const asText = { body: text, bodySerializer: String, headers: { 'content-type': 'text/plain' } };
  return given((api) => api.POST('/api/v1/check-proof', asText));
}
