// Players over REST. Who somebody is, and how they are rated.

import type { Opponents, PlayerPage, PlayerRatings } from '../protocol';
import { given } from './rest';

/** Who somebody is. */
export function player(id: string): Promise<PlayerPage> {
  return given((api) => api.GET('/api/v1/players/{id}', { params: { path: { id } } }));
}

/** Somebody's ratings, in every game that they have played rated. */
export function ratings(id: string): Promise<PlayerRatings> {
  return given((api) => api.GET('/api/v1/players/{id}/ratings', { params: { path: { id } } }));
}

/** Whom somebody has met, and how that went. */
export function opponents(id: string): Promise<Opponents> {
  return given((api) => api.GET('/api/v1/players/{id}/opponents', { params: { path: { id } } }));
}
