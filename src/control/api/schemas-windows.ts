/** Shapes of the measured windows of an agent, and of the log that they are in. */
import { z } from 'zod';
import { limitField, list, timeMs, wholeNumber } from './schemas.ts';

/** Two days of windows. */
const LIMIT_MAX = 3_600;
const INDEX_MAX = 10_000_000;
const FROM_WORDS = `must be a whole number from 0 to ${INDEX_MAX}`;

/** Which windows: the number of the first (the newest when absent), how many, and whether with what was measured. */
export const windowsQuery = z.strictObject({
  from: wholeNumber(FROM_WORDS)
    .refine((index) => index <= INDEX_MAX, FROM_WORDS)
    .exactOptional(),
  limit: limitField(LIMIT_MAX, 100),
  summary: z.enum(['true', 'false'], 'must be true or false').default('false'),
});

/** A window as people see it. */
export const windowView = z.strictObject({
  index: z.int(),
  window_id: z.string(),
  t_start_ms: timeMs,
  asc_root: z.string(),
  flags: z.int(),
  /** Names of the flags that are down. */
  violated: list(z.string()),
  ok: z.boolean(),
  ok_chain: z.boolean(),
  /** What each of the 16 steps was, by its first letter: active, rest, veto, silent. */
  rest_mask: z.string(),
  /** Its place in the log; null for a stretch of rest that is not in it yet. */
  log_index: z.int().nullable(),
  /** As it is committed to; absent from a summary. */
  window: z.unknown().optional(),
});

/** Some windows of an agent; `audited` is false when none are measured on it. */
export const windowsPage = z.strictObject({
  agent: z.string(),
  audited: z.boolean(),
  total: z.int(),
  windows: list(windowView),
});

/** The log as it stands; `audited` is false when there is none. */
export const auditLogView = z.strictObject({
  audited: z.boolean(),
  /** The key that the log says is its own, `name+hash+key`. */
  key: z.string().nullable(),
  /** The signed note that says how large the log is and what its root is; null before the first entry. */
  checkpoint: z.string().nullable(),
  size: z.int(),
});

/** An entry is a few hundred bytes. */
const ENTRIES_MAX = 2_000;

/** Which entries of the log. */
export const auditEntriesQuery = z.strictObject({
  from: wholeNumber(FROM_WORDS)
    .refine((index) => index <= INDEX_MAX, FROM_WORDS)
    .default(0),
  limit: limitField(ENTRIES_MAX, 500),
});

/** Some entries of the log: of each the very text whose bytes are hashed. */
export const auditEntriesPage = z.strictObject({
  from: z.int(),
  size: z.int(),
  entries: list(z.string()),
});
