// Account over REST. How one signs in, and signing in.

import type {
  Account,
  Credentials,
  NewPasskeyRequest,
  PasskeyCreation,
  PasskeyChallenge,
  Session,
} from '../protocol';
import { given } from './rest';

/** How one signs in. */
export function account(): Promise<Account> {
  return given((api) => api.GET('/api/v1/account'));
}

/** Who one is, as the house knows it now. */
export function whoAmI(): Promise<Session> {
  return given((api) => api.GET('/api/v1/session'));
}

/** What a new passkey is made of. */
export function passkeyOptions(): Promise<PasskeyCreation> {
  return given((api) => api.POST('/api/v1/account/passkeys/options'));
}

/** Keeps a passkey that was made; a guest has an account from then on. */
export function addPasskey(body: NewPasskeyRequest): Promise<Account> {
  return given((api) => api.POST('/api/v1/account/passkeys', { body }));
}

/** Removes one. */
export function removePasskey(id: number): Promise<Account> {
  return given((api) => api.DELETE('/api/v1/account/passkeys/{id}', { params: { path: { id } } }));
}

/** Takes a password, or another one; a guest has an account from then on. */
export function setPassword(password: string): Promise<Account> {
  return given((api) => api.PUT('/api/v1/account/password', { body: { password } }));
}

/** Does without one. */
export function removePassword(): Promise<Account> {
  return given((api) => api.DELETE('/api/v1/account/password'));
}

/** Has other recovery codes made. */
export function renewRecoveryCodes(): Promise<Account> {
  return given((api) => api.POST('/api/v1/account/recovery-codes'));
}

/** What a passkey is asked for. */
export function signInOptions(): Promise<PasskeyChallenge> {
  return given((api) => api.POST('/api/v1/sign-in/options'));
}

/** What of a sign-in is said besides what shows who one is. */
interface SignInWish {
  /** As nobody else than this player. */
  player?: string | null;
  /** Whether the guest that one is here becomes part of the account. */
  merge?: boolean;
}

/** Signs in; the server answers with a cookie that scripts cannot read. */
export function signIn(credentials: Credentials, wish: SignInWish): Promise<Session> {
  return given((api) => api.POST('/api/v1/sign-in', { body: { with: credentials, ...wish } }));
}

/** Has another account of one's own become part of this one. */
export function mergeAccounts(credentials: Credentials): Promise<Account> {
  return given((api) => api.POST('/api/v1/account/merge', { body: { with: credentials } }));
}

/** Where all that is kept of oneself can be downloaded. */
export const OWN_DATA = './api/v1/account/data';

/** Has all that is one's own alone deleted; nobody is signed in here from then on. */
export function deleteAccount(): Promise<Session> {
  return given((api) => api.DELETE('/api/v1/account'));
}
