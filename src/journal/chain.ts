/**
 * The chain of an agent's journal: each row's hash covers the row and the hash of the row before.
 *
 * So one hash stands for everything before it, and a change anywhere is found at the row where it was
 * made. What a chain cannot show by itself is that its end is missing: compare the head that comes
 * back with one that was kept elsewhere.
 */
import { hash } from 'node:crypto';
import { TripwireError } from '../core/index.ts';
import type { JournalRow } from '../store/index.ts';
import { BODY_VERSION, readRow, type RowPlace } from './body.ts';

/** What the first row of an agent has as `prev`. */
export const GENESIS_HASH = '0'.repeat(64);

/** What of a row its hash covers. */
export type HashedRow = RowPlace & Pick<JournalRow, 'body' | 'prev'>;

/** A place in a chain: its last row, the anchor of a cut, or `{ seq: 0, hash: GENESIS_HASH }`. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string;
}

/** Whether a chain holds, and where it breaks. */
export type ChainReport =
  | { readonly ok: true; readonly rows: number; readonly head: ChainPlace }
  /** `seq` is the place that the rows do not fill as they should. */
  | { readonly ok: false; readonly seq: number; readonly problem: string };

/** How a body of the newest version ends, which most are of. */
const NEWEST_END = `"v":${BODY_VERSION}}`;
/** From this version on the columns of a row are hashed with its body. */
const COLUMNS_VERSION = 2;
/** The version is the last member of every body. */
const VERSION = /"v":(\d+)\}$/;

/**
 * The hash of a row: SHA-256 of the hash before, a line feed, agent, seq, at and kind as a JSON array, a line feed and the
 * body; 64 hex digits. Bodies of version 1 name their agent and place, and are hashed without that line. A row of a
 * version that is not known is refused: nobody can say how it was hashed.
 */
export function rowHash({ prev, agent, seq, at, kind, body }: HashedRow): string {
  const version = body.endsWith(NEWEST_END) ? BODY_VERSION : Number(VERSION.exec(body)?.[1] ?? 1);
  if (version > BODY_VERSION) {
    const known = `(known: up to ${BODY_VERSION}); read it with a newer Tripwire`;
    const problem = `not a row of a journal: version ${version} is not known ${known}`;
    throw new TripwireError('RECORDING_INVALID', problem, 'v');
  }
  const columns = version < COLUMNS_VERSION ? '' : `${JSON.stringify([agent, seq, at, kind])}\n`;
  return hash('sha256', `${prev}\n${columns}${body}`, 'hex');
}

/** Whether a row is the one that was written. */
export function isIntact(row: JournalRow): boolean {
  return row.hash === rowHash(row);
}

/** Goes through the rows of one agent in order, as they come, and stops at the first that is wrong. */
export async function verifyChain(
  rows: Iterable<JournalRow> | AsyncIterable<JournalRow>,
  start: ChainPlace,
): Promise<ChainReport> {
  let head: ChainPlace = { seq: start.seq, hash: start.hash };
  let agent: string | null = null;
  let count = 0;
  for await (const row of rows) {
    agent ??= row.agent;
    const problem = rowProblem(row, agent, head);
    if (problem !== null) {
      const seq = head.seq + 1;
      return { ok: false, seq, problem: `row ${seq} of ${JSON.stringify(agent)}: ${problem}` };
    }
    head = { seq: row.seq, hash: row.hash };
    count += 1;
  }
  return { ok: true, rows: count, head };
}

function rowProblem(row: JournalRow, agent: string, head: ChainPlace): string | null {
  if (row.agent !== agent) return `a row of ${JSON.stringify(row.agent)} stands in its place`;
  if (row.seq !== head.seq + 1) return `row ${row.seq} stands in its place`;
  if (row.prev !== head.hash) {
    return `it continues ${short(row.prev)}, but the chain before it ends in ${short(head.hash)}`;
  }
  try {
    const expected = rowHash(row);
    if (row.hash !== expected) {
      return `its hash is ${short(row.hash)}, but what it says gives ${short(expected)}`;
    }
    const { agent: named, seq } = readRow(row);
    if (named === row.agent && seq === row.seq) return null;
    return `its body is that of row ${seq} of ${JSON.stringify(named)}`;
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    return error.message;
  }
}

function short(digits: string): string {
  return digits.length > 12 ? `${digits.slice(0, 12)}…` : digits;
}
