// Preferences over REST. How one likes the page, on every device.

import type { Preferences } from '../protocol';
import { given } from './rest';

/** How one likes the page, as chosen on any device. */
export function readPreferences(): Promise<Preferences> {
  return given((api) => api.GET('/api/v1/session/preferences'));
}

/** Keeps how one likes the page, in place of what was kept. */
export function keepPreferences(body: Preferences): Promise<Preferences> {
  return given((api) => api.PUT('/api/v1/session/preferences', { body }));
}
