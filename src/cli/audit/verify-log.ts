/**
 * Checks the log of a data folder or a bundle: its signature, its tiles, and a checkpoint that somebody kept.
 */
import {
  openCheckpoint,
  readEntry,
  readLog,
  readLogKey,
  type LogEntry,
  type ReadLog,
  type Verifier,
} from '../../audit/index.ts';
import { TripwireError } from '../../core/index.ts';
import type { AuditReport } from './report.ts';

/** What is given besides the log: who signs it, and a checkpoint that somebody kept. */
export interface Trusted {
  readonly key: Verifier | null;
  readonly checkpoint?: string | null;
}

/** The entries of a log that was checked; null, and the problem reported, when it cannot be trusted. */
export function checkedEntries(
  logFolder: string,
  { key, checkpoint = null }: Trusted,
  report: AuditReport,
): readonly LogEntry[] | null {
  try {
    const signer = key ?? readLogKey(logFolder);
    const log = readLog(logFolder, signer);
    if (checkpoint !== null) compareKept(log, openCheckpoint(checkpoint, signer), report);
    return log.entries.map(readEntry);
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    report.problem(error.message);
    return null;
  }
}

/** A log must continue what it was when a checkpoint was kept, and be at least as long. */
function compareKept(
  { tree }: ReadLog,
  kept: { readonly size: number; readonly root: Uint8Array },
  report: AuditReport,
): void {
  if (kept.size > tree.size) {
    report.unproven(
      `the log ends after ${tree.size} entries, and the checkpoint that you kept has ${kept.size}: the end is missing`,
    );
  } else if (!Buffer.from(tree.root(kept.size)).equals(kept.root)) {
    report.problem(
      `the log is not the one of your checkpoint: its first ${kept.size} entries differ`,
    );
  }
}
