/**
 * Reads the safety log on from where it was read last.
 *
 * The last entry read is known by its digest, because entries of parallel hooks need not stand in the order of their
 * times, and the oldest fall out of a full log.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { eventsOf, type SafetyEvent } from '../../loop/index.ts';
import type { LogCursor } from './state.ts';

/** What is new behind a place, and the place behind that. */
export interface LogRead {
  readonly events: readonly SafetyEvent[];
  readonly cursor: LogCursor;
}

/** The end of the log as it is now. */
export function logEnd(folder: string, atMs: number): LogCursor {
  const nothing = { digest: null, timestamp: new Date(atMs).toISOString() };
  const last = logOf(folder).at(-1);
  return last === undefined ? nothing : cursorAt(last);
}

/** What was logged since. */
export function logSince(folder: string, cursor: LogCursor): LogRead {
  const events = logOf(folder);
  const at = events.findLastIndex((event) => digestOf(event) === cursor.digest);
  const fresh =
    at === -1 && cursor.digest !== null
      ? events.filter(({ timestamp }) => timestamp > cursor.timestamp)
      : events.slice(at + 1);
  const last = fresh.at(-1);
  return { events: fresh, cursor: last === undefined ? cursor : cursorAt(last) };
}

/** All entries that are kept. */
export function logOf(folder: string): readonly SafetyEvent[] {
  try {
    return eventsOf(readTextSafely(join(folder, 'safety_log.json')) ?? '') ?? [];
  } catch {
    return [];
  }
}

function cursorAt(event: SafetyEvent): LogCursor {
  return { digest: digestOf(event), timestamp: event.timestamp };
}

function digestOf(event: SafetyEvent): string {
  return createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, 32);
}
