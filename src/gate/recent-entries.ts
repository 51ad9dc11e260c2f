/**
 * The newest entries of an agent's journal, back to a moment: what a process must know again that was not there when they
 * were recorded.
 */
import { readRow, type JournalEntry } from '../journal/index.ts';
import type { Store } from '../store/index.ts';

const ROWS_AT_ONCE = 256;

/** An entry with its place and time. */
interface RecentEntry {
  readonly seq: number;
  readonly at: number;
  readonly entry: JournalEntry;
}

/** The entries after this moment, the oldest first; `headSeq` is the newest that counts. */
export async function entriesSince(
  store: Pick<Store, 'read'>,
  agent: string,
  headSeq: number,
  sinceMs: number,
): Promise<readonly RecentEntry[]> {
  const found: RecentEntry[] = [];
  for (let last = headSeq; last > 0; last -= ROWS_AT_ONCE) {
    const first = Math.max(1, last - ROWS_AT_ONCE + 1);
    const rows = await store.read(agent, first, last - first + 1);
    const newer = rows.filter(({ at }) => at > sinceMs);
    found.unshift(...newer.map((row) => ({ seq: row.seq, at: row.at, entry: readRow(row) })));
    if (newer.length < last - first + 1) break;
  }
  return found;
}
