// Passkeys. What the house asks for, as browsers want to be asked, and what they answer, as the house takes it.

import type {
  Credentials,
  NewPasskeyRequest,
  PasskeyCreation,
  PasskeyChallenge,
} from '../protocol';
import { decode, encode } from '../net/base64url';

/** Nothing came of it: whoever was asked has closed the question, or has no passkey here. */
export class NoPasskey extends Error {}

/** Whether this browser knows passkeys, and the house has a name here that one can be for. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && isName(location.hostname);
}

/** Whether a host is a name, and no number. */
export function isName(host: string): boolean {
  return !/^[\d.]+$|:/.test(host);
}

/** Has the browser make a passkey. */
export async function makePasskey(
  options: PasskeyCreation,
  name: string,
): Promise<NewPasskeyRequest> {
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: decode(options.challenge),
        rp: { id: options.host, name: 'Cydonia' },
        user: { id: decode(options.user), name: options.name, displayName: options.name },
        pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: options.exclude.map((id) => ({ type: 'public-key', id: decode(id) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: options.timeout_ms,
      },
    }),
  );
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  const { ceremony } = options;
  return {
    ceremony,
    name,
    client_data: encode(clientDataJSON),
    attestation: encode(attestationObject),
  };
}

/** Has the browser show one. */
export async function showPasskey(options: PasskeyChallenge): Promise<Credentials> {
  const shown = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: decode(options.challenge),
        rpId: options.host,
        userVerification: 'required',
        timeout: options.timeout_ms,
      },
    }),
  );
  const response = shown.response as AuthenticatorAssertionResponse;
  return {
    by: 'passkey',
    ceremony: options.ceremony,
    credential: encode(shown.rawId),
    client_data: encode(response.clientDataJSON),
    authenticator_data: encode(response.authenticatorData),
    signature: encode(response.signature),
    user: response.userHandle ? encode(response.userHandle) : '',
  };
}

/** What one may call the device that one is at. */
export function deviceName(): string {
  const { userAgentData, platform } = navigator as Navigator & {
    userAgentData?: { platform: string };
  };
  return userAgentData?.platform || platform || 'browser';
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const answer = await ask().catch(() => null);
  if (!(answer instanceof PublicKeyCredential)) throw new NoPasskey();
  return answer;
}
