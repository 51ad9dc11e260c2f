/**
 * The chain of an agent's journal: each row's hash covers its body and the hash of the row before.
 *
 * So one hash stands for everything before it, and a change anywhere is found at the row where it was
 * made. What a chain cannot show by itself is that its end is missing: compare the head that comes
 * back with one that was kept elsewhere.
 */
import { hash } from 'node:crypto';
import { TripwireError } from '../core/index.ts';
import { readJournalBody } from './body.ts';

/** What the first row of an agent has as `prev`. */
export const GENESIS_HASH = '0'.repeat(64);

/** What of a row the chain covers. */
export interface ChainRow {
  readonly agent: string;
  readonly seq: number;
  readonly body: string;
  readonly prev: string;
  readonly hash: string;
}

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

/** The hash of a row: SHA-256 of the hash before, a line feed and the body, 64 hex digits. */
export function chainHash(prev: string, body: string): string {
  return hash('sha256', `${prev}\n${body}`, 'hex');
}

/** Goes through the rows of one agent in order, as they come, and stops at the first that is wrong. */
export async function verifyChain(
  rows: Iterable<ChainRow> | AsyncIterable<ChainRow>,
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

function rowProblem(row: ChainRow, agent: string, head: ChainPlace): string | null {
  if (row.agent !== agent) return `a row of ${JSON.stringify(row.agent)} stands in its place`;
  if (row.seq !== head.seq + 1) return `row ${row.seq} stands in its place`;
  if (row.prev !== head.hash) {
    return `it continues ${short(row.prev)}, but the chain before it ends in ${short(head.hash)}`;
  }
  const expected = chainHash(row.prev, row.body);
  if (row.hash !== expected) {
    return `its hash is ${short(row.hash)}, but what it says gives ${short(expected)}`;
  }
  return bodyProblem(row);
}

function bodyProblem(row: ChainRow): string | null {
  try {
    const { agent, seq } = readJournalBody(row.body);
    if (agent === row.agent && seq === row.seq) return null;
    return `its body is that of row ${seq} of ${JSON.stringify(agent)}`;
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    return error.message;
  }
}

function short(digits: string): string {
  return digits.length > 12 ? `${digits.slice(0, 12)}…` : digits;
}
