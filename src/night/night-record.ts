/**
 * What the hooks saw since a night began, for its report.
 */
import { dirtyBit, readLoopFiles, reconcileManifest } from '../loop/index.ts';

/** What was done. */
export interface NightRecord {
  readonly files: readonly string[];
  readonly testRuns: number;
  readonly testRunsPassed: number;
  /** What stands in the way of calling it complete; null when nothing does. */
  readonly dirty: string | null;
}

/** Sums up the sessions of that time. */
export async function nightRecord(folder: string, sinceMs: number): Promise<NightRecord> {
  const { remembered, manifestText, lastWritten } = readLoopFiles(folder);
  const sessions = remembered.sessions.filter(({ lastAtMs }) => lastAtMs >= sinceMs);
  const sum = (count: (one: (typeof sessions)[number]) => number) =>
    sessions.reduce((total, one) => total + count(one), 0);
  const { manifest } = await reconcileManifest(manifestText, lastWritten, false);
  return {
    files: [...new Set(sessions.flatMap(({ filesModified }) => filesModified))],
    testRuns: sum(({ testRuns }) => testRuns),
    testRunsPassed: sum(({ testRunsPassed }) => testRunsPassed),
    dirty: dirtyBit(manifest),
  };
}
