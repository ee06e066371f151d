// Moderation over REST. Reports, sanctions and the log; and what one may not do oneself.

import type {
  AuditEntry,
  PlayerFile,
  Report,
  ReportOutcome,
  ReportReceipt,
  ReportRequest,
  Sanction,
  SanctionRequest,
  Standing,
} from '../protocol';
import type { FetchPart } from '../net/paging';
import { given } from './rest';

/** Reports somebody to the moderators. */
export function report(body: ReportRequest): Promise<ReportReceipt> {
  return given((api) => api.POST('/api/v1/reports', { body }));
}

/** What one may not do here, and whether one is a moderator. */
export function standing(): Promise<Standing> {
  return given((api) => api.GET('/api/v1/session/standing'));
}

/** Reports that are open, or those that are closed. */
export function fetchReports(closed: boolean): FetchPart<Report> {
  return async (cursor, limit) => {
    const query = { closed, limit, ...(cursor && { cursor }) };
    const page = await given((api) => api.GET('/api/v1/moderation/reports', { params: { query } }));
    return { items: page.reports, next: page.next ?? null };
  };
}

/** Closes a report, with a word for the log or without. */
export function closeReport(
  number: number,
  outcome: ReportOutcome,
  note: string,
): Promise<ReportReceipt> {
  const params = { path: { number } };
  const body = { outcome, ...(note.trim() && { note }) };
  return given((api) => api.POST('/api/v1/moderation/reports/{number}', { params, body }));
}

/** Sanctions that are in force. */
export const fetchSanctions: FetchPart<Sanction> = async (cursor, limit) => {
  const query = { limit, ...(cursor && { cursor }) };
  const page = await given((api) => api.GET('/api/v1/moderation/sanctions', { params: { query } }));
  return { items: page.sanctions, next: page.next ?? null };
};

/** Mutes or bans somebody. */
export function impose(body: SanctionRequest): Promise<Sanction> {
  return given((api) => api.POST('/api/v1/moderation/sanctions', { body }));
}

/** Lifts a sanction. */
export function lift(number: number): Promise<Sanction> {
  const params = { path: { number } };
  return given((api) => api.DELETE('/api/v1/moderation/sanctions/{number}', { params }));
}

/** What moderators have done. */
export const fetchLog: FetchPart<AuditEntry> = async (cursor, limit) => {
  const query = { limit, ...(cursor && { cursor }) };
  const page = await given((api) => api.GET('/api/v1/moderation/log', { params: { query } }));
  return { items: page.entries, next: page.next ?? null };
};

/** Takes somebody's name away; what is known of them. */
export function takeName(id: string): Promise<PlayerFile> {
  const params = { path: { id } };
  return given((api) => api.DELETE('/api/v1/moderation/players/{id}/name', { params }));
}

/** What moderators see of a player. */
export function playerFile(id: string): Promise<PlayerFile> {
  return given((api) => api.GET('/api/v1/moderation/players/{id}', { params: { path: { id } } }));
}
