// E-mail over REST. Where one is told once a day what waits.

import type { Language, MailStatus } from '../protocol';
import { given } from './rest';

/** Whether one is told by e-mail, and where. */
export function mail(): Promise<MailStatus> {
  return given((api) => api.GET('/api/v1/account/mail'));
}

/** Asks for it at an address, to which a code is sent. */
export function setMail(address: string, language: Language): Promise<MailStatus> {
  return given((api) => api.PUT('/api/v1/account/mail', { body: { address, language } }));
}

/** Shows by that code that the address is one's own. */
export function confirmMail(code: string): Promise<MailStatus> {
  return given((api) => api.POST('/api/v1/account/mail/confirmation', { body: { code } }));
}

/** Has the address forgotten. */
export function removeMail(): Promise<MailStatus> {
  return given((api) => api.DELETE('/api/v1/account/mail'));
}

/** The same by what stands in an e-mail, signed in or not. */
export function unsubscribeMail(token: string): Promise<MailStatus> {
  return given((api) =>
    api.POST('/api/v1/mail/unsubscribe/{token}', { params: { path: { token } } }),
  );
}
