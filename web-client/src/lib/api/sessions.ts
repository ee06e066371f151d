// Sessions and tokens over REST. Where one is signed in, and what one's programs may.

import type { OwnToken, Scope, SessionList, TokenList } from '../protocol';
import { given } from './rest';

/** Where one is signed in. */
export function sessions(): Promise<SessionList> {
  return given((api) => api.GET('/api/v1/sessions'));
}

/** Ends one of one's sessions, or all others; gives what is left. */
export function endSessions(id?: number): Promise<SessionList> {
  if (id === undefined) return given((api) => api.DELETE('/api/v1/sessions'));
  return given((api) => api.DELETE('/api/v1/sessions/{id}', { params: { path: { id } } }));
}

/** What one's programs may. */
export function tokens(): Promise<TokenList> {
  return given((api) => api.GET('/api/v1/tokens'));
}

/** Makes a token for a program, good for that and for reading; it is told this once. */
export function createToken(name: string, scopes: readonly Scope[]): Promise<OwnToken> {
  return given((api) => api.POST('/api/v1/tokens', { body: { name, scopes: [...scopes] } }));
}

/** Revokes one of one's tokens; gives what is left. */
export function revokeToken(id: number): Promise<TokenList> {
  return given((api) => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } }));
}
