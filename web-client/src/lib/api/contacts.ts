// Contacts over REST. Whom one follows and blocks, and how others may reach one.

import type { BlockList, ContactSettings, FollowList } from '../protocol';
import { given } from './rest';

/** Whom one follows, and who of them is here. */
export function follows(): Promise<FollowList> {
  return given((api) => api.GET('/api/v1/follows'));
}

/** Follows somebody from now on. */
export function follow(id: string): Promise<FollowList> {
  return given((api) => api.PUT('/api/v1/follows/{id}', { params: { path: { id } } }));
}

/** Follows somebody no more. */
export function unfollow(id: string): Promise<FollowList> {
  return given((api) => api.DELETE('/api/v1/follows/{id}', { params: { path: { id } } }));
}

/** Whom one has blocked. */
export function blocks(): Promise<BlockList> {
  return given((api) => api.GET('/api/v1/blocks'));
}

/** Blocks somebody. */
export function block(id: string): Promise<BlockList> {
  return given((api) => api.PUT('/api/v1/blocks/{id}', { params: { path: { id } } }));
}

/** Takes a block back. */
export function unblock(id: string): Promise<BlockList> {
  return given((api) => api.DELETE('/api/v1/blocks/{id}', { params: { path: { id } } }));
}

/** How others may reach one. */
export function contactSettings(): Promise<ContactSettings> {
  return given((api) => api.GET('/api/v1/session/contact'));
}

/** Chooses how. */
export function keepContactSettings(body: ContactSettings): Promise<ContactSettings> {
  return given((api) => api.PUT('/api/v1/session/contact', { body }));
}
