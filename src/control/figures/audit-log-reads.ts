/**
 * The log of the windows, for somebody who recomputes it: its checkpoint, its key, and the bytes of every entry.
 */
import type { z } from 'zod';
import type { Handlers } from '../api/control-plane.ts';
import type { auditEntriesPage, auditEntriesQuery, auditLogView } from '../api/schemas-windows.ts';

/** The log as it stands. */
export type AuditLogView = z.output<typeof auditLogView>;
/** Which entries. */
export type AuditEntriesAsked = z.output<typeof auditEntriesQuery>;
/** Some entries of the log. */
export type AuditEntriesPage = z.output<typeof auditEntriesPage>;

const NO_LOG: AuditLogView = { audited: false, key: null, checkpoint: null, size: 0 };

export const auditLogReads: Handlers<'GET /api/audit/log' | 'GET /api/audit/log/entries'> = {
  'GET /api/audit/log': async ({ audit }) => ({
    status: 200,
    body: audit === null ? NO_LOG : await audit.log(),
  }),
  'GET /api/audit/log/entries': async ({ audit }, { query }) => ({
    status: 200,
    body: audit === null ? { from: query.from, size: 0, entries: [] } : await audit.entries(query),
  }),
};
