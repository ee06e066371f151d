// Authorization request (OAuth 2). What an app asks for, as it stands in the address.

import type { AuthorizationRequest } from '../protocol';

const NAMES = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
] as const satisfies readonly (keyof AuthorizationRequest)[];

/**
 * The request that an address makes; what else stands there is ignored, as the standard has it. Whether it may be made, and has all
 * that it must, the house says.
 */
export function authorizationRequest(search: string): AuthorizationRequest {
  const told = new URLSearchParams(search);
  const pairs = NAMES.map((name) => [name, told.get(name)] as const);
  // An empty one is as good as none.
  return Object.fromEntries(pairs.filter(([, value]) => value)) as unknown as AuthorizationRequest;
}
