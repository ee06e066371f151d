// Push subscription. As the house wants it.

import type { PushRequest } from '../protocol';
import { encode } from '../net/base64url';

/** What the house is sent of a subscription. */
export function subscriptionBody(subscription: PushSubscription): PushRequest {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Whether a subscription was made for that key of the house's, in base64url. */
export function isFor(subscription: PushSubscription, key: string): boolean {
  const bytes = subscription.options.applicationServerKey;
  return bytes !== null && encode(bytes) === key;
}
