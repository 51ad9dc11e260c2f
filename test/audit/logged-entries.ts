/** What stands in the log of a data folder. */
import { join } from 'node:path';
import { logSigner, readEntry, TileLog, type LogEntry } from '../../src/audit/index.ts';

export function loggedEntries(data: string): readonly LogEntry[] {
  const log = new TileLog(join(data, 'audit/log'), logSigner(join(data, 'audit/log.key')));
  return Array.from({ length: log.size }, (_, index) =>
    readEntry(log.entry(index) ?? Buffer.alloc(0), index),
  );
}
