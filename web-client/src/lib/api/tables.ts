// Tables over REST. Whether there is one, who sits at it from elsewhere, and its short address.

import type { Player, SeatKey, TableCode } from '../protocol';
import { Refusal } from '../net/refusal';
import { given, keyed } from './rest';

/** Whether there is a table of that id, to which one may go. */
export async function isTable(id: string, key?: string): Promise<boolean> {
  try {
    await given((api) => api.GET('/api/v1/tables/{id}', { params: keyed(id, key) }));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'unreachable') return false;
    throw error;
  }
}

/** Whose seat a key opens. */
export function seatHolder(id: string, key: string): Promise<Player> {
  const params = { path: { id }, header: { 'x-seat-key': key } };
  return given((api) => api.GET('/api/v1/tables/{id}/seat-key', { params }));
}

/** What opens one's own seat at a table from another device. */
export function seatKey(id: string): Promise<SeatKey> {
  return given((api) => api.POST('/api/v1/tables/{id}/seat-key', { params: { path: { id } } }));
}

/** A table's short address: made when somebody asks for it first. */
export function tableCode(id: string): Promise<TableCode> {
  return given((api) => api.POST('/api/v1/tables/{id}/code', { params: { path: { id } } }));
}

/** The table that a short address leads to. */
export function tableOfCode(code: string): Promise<TableCode> {
  return given((api) => api.GET('/api/v1/codes/{code}', { params: { path: { code } } }));
}
