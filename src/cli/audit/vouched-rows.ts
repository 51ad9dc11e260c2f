/**
 * Which rows of a journal the signed log vouches for.
 *
 * A window commits to the hash of every record in it, and a row's hash covers all rows before it. So the log vouches for
 * the rows up to the last record of its newest window. Later rows may be true, but nothing shows that they are, or that
 * they are all.
 */
import {
  WINDOW_MS,
  type AuditWindow,
  type LogEntry,
  type MeasuredWindow,
  type TraceMark,
} from '../../audit/index.ts';
import { readRow } from '../../journal/index.ts';
import type { JournalRow, Store } from '../../store/index.ts';

const ROWS_AT_ONCE = 1_000;

/** What the newest windows of an agent say about its rows. */
export interface Covered {
  /** The newest record that a window which was made again commits to; null where there is none. */
  readonly lastRecord: number | null;
  /** The last row that was taken before the newest window closed; null where it cannot be made again. */
  readonly lastSeq: number | null;
}

export const NOTHING_COVERED: Covered = { lastRecord: null, lastSeq: null };

/** What is covered after one more window. */
export function coveredWith(before: Covered, again: MeasuredWindow | null): Covered {
  if (again === null) return { ...before, lastSeq: null };
  const places = again.ledgers.narrative.flatMap((line) => {
    const { seq } = JSON.parse(line) as { readonly seq?: number };
    return seq ?? [];
  });
  return { lastRecord: places.at(-1) ?? before.lastRecord, lastSeq: again.lastSeq };
}

/** The windows of an agent, what they cover, and what the log says of the times after its rows. */
export interface LoggedTrace {
  readonly covered: Covered;
  readonly marks: readonly TraceMark[];
  readonly newest: AuditWindow | undefined;
}

/** Up to which rows a journal can be believed. */
export interface VouchedRows {
  /** The log commits to these rows by their hashes, which were compared; 0 for none. */
  readonly committed: number;
  /** The windows need these: the log names them, by their numbers at least. */
  readonly needed: number;
}

/** Which rows of an agent the log vouches for. */
export async function vouchedRows(
  store: Pick<Store, 'read'>,
  agent: string,
  { covered, marks, newest }: LoggedTrace,
): Promise<VouchedRows> {
  if (newest === undefined) return { committed: 0, needed: 0 };
  const { lastRecord, lastSeq } = covered;
  if (lastSeq === null) {
    // The windows cannot be made again: that their times are those of these rows proves nothing.
    const through = await lastBefore(store, agent, newest.window.t_start_ms + WINDOW_MS);
    return { committed: lastRecord ?? 0, needed: through };
  }
  const committed = await withSegment(store, agent, lastRecord ?? 0, newest);
  const named = marks.map(({ seq }) => seq).filter((seq) => seq <= lastSeq);
  return { committed, needed: Math.max(committed, ...named) };
}

/** Windows that cannot be made again say only when they end. */
async function lastBefore(
  store: Pick<Store, 'read'>,
  agent: string,
  endMs: number,
): Promise<number> {
  let last = 0;
  for await (const { seq, at } of rowsOf(store, agent)) if (at < endMs) last = seq;
  return last;
}

/** The newest window may be measured under a constitution that no record in the log was judged by yet. */
async function withSegment(
  store: Pick<Store, 'read'>,
  agent: string,
  lastRecord: number,
  newest: Partial<AuditWindow>,
): Promise<number> {
  // What somebody put there need not be a window; then nothing is measured under anything.
  const under = newest.window?.constitution_id;
  let current = '';
  for await (const row of rowsOf(store, agent)) {
    if (row.seq > lastRecord && current === under) return lastRecord;
    if (row.kind !== 'segment') continue;
    current = constitutionOf(row) ?? current;
    if (row.seq > lastRecord && current === under) return row.seq;
  }
  return lastRecord;
}

/** The last row of the journal of all agents that the log names; 0 for none. */
export function vouchedAct(entries: readonly LogEntry[]): number {
  return entries.reduce(
    (last, entry) => ('kind' in entry && entry.kind === 'all' ? Math.max(last, entry.of) : last),
    0,
  );
}

/** All rows of an agent, in order. */
export async function* rowsOf(
  store: Pick<Store, 'read'>,
  agent: string,
  fromSeq = 1,
): AsyncGenerator<JournalRow> {
  for (let next = fromSeq; ;) {
    const rows = await store.read(agent, next, ROWS_AT_ONCE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    next = last.seq + 1;
  }
}

function constitutionOf(row: JournalRow): string | null {
  const entry = readRow(row);
  return 'segment' in entry ? entry.segment.constitution_id : null;
}
