// Web Push over REST. Whether this browser is told of turns.

import type { PushRequest, PushStatus } from '../protocol';
import { given } from './rest';

/** Whether this browser is told by Web Push, and the key to subscribe for. */
export function pushStatus(): Promise<PushStatus> {
  return given((api) => api.GET('/api/v1/push'));
}

/** Has this browser told. */
export function subscribePush(body: PushRequest): Promise<PushStatus> {
  return given((api) => api.POST('/api/v1/push', { body }));
}

/** Has it told no more. */
export function unsubscribePush(): Promise<PushStatus> {
  return given((api) => api.DELETE('/api/v1/push'));
}
