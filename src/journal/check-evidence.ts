/**
 * Whether a text that was kept to explain a stop is the one that the journal commits to.
 */
import { hash } from 'node:crypto';
import type { Evidence, JournalRow, Store } from '../store/index.ts';
import { readRow } from './body.ts';
import { isIntact } from './chain.ts';

/** The row that names a text follows the one it explains, after what was recorded meanwhile. */
const ROWS_LOOKED_AT = 2_000;
const ROWS_AT_ONCE = 100;

/** Why a text cannot be believed; null when it is the one that the journal names. */
export async function evidenceProblem(
  store: Pick<Store, 'read'>,
  { agent, seq, hash: named, body }: Evidence,
): Promise<string | null> {
  if (hash('sha256', body, 'hex') !== named) {
    return 'The text was changed after it was kept: it does not match its hash.';
  }
  for (let from = seq + 1; from <= seq + ROWS_LOOKED_AT; from += ROWS_AT_ONCE) {
    const rows = await store.read(agent, from, ROWS_AT_ONCE);
    if (rows.some((row) => names(row, seq, named))) return null;
    // Retention took the rows that follow the stop; the text matches its hash, and no more can be said.
    if (from === seq + 1 && rows[0] !== undefined && rows[0].seq > from) return null;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return 'The journal does not name this text, so nothing shows that it is the one that was kept.';
}

function names(row: JournalRow, seq: number, named: string): boolean {
  if (row.kind !== 'evidence' || !isIntact(row)) return false;
  const entry = readRow(row);
  return 'evidence' in entry && entry.evidence.hash === named && entry.evidence.of === seq;
}
