// Apps of others over REST. What they ask for, and whether they are let in.

import type { AuthorizationRequest, AuthorizationResponse, ConsentPrompt } from '../protocol';
import { given } from './rest';

/** What one is asked before an app of somebody else's is let in. */
export function checkAuthorization(query: AuthorizationRequest): Promise<ConsentPrompt> {
  return given((api) => api.GET('/api/v1/oauth/authorize', { params: { query } }));
}

/** Lets it in; gives where the browser goes now. */
export function authorize(body: AuthorizationRequest): Promise<AuthorizationResponse> {
  return given((api) => api.POST('/api/v1/oauth/authorize', { body }));
}
