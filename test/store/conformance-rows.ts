/**
 * Chains to store: rows that follow each other, made the simplest way that has a hash.
 *
 * A store does not look at how a hash is made, so its tests need not know the journal's own.
 */
import { hash } from 'node:crypto';
import { CHAIN_START, type ChainHead } from '../../src/store/chain-check.ts';
import type { JournalRow, NewEvent, Snapshot } from '../../src/store/store.ts';

/** The hash of a text. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The next `count` rows of an agent after `head`. */
export function nextRows(
  agent: string,
  count: number,
  head: ChainHead = CHAIN_START,
): JournalRow[] {
  const rows: JournalRow[] = [];
  let { seq, hash: prev } = head;
  for (let made = 0; made < count; made += 1) {
    seq += 1;
    const body = JSON.stringify({ agent, seq });
    const row = { agent, seq, at: 1000 + seq, kind: 'tick', body, prev, hash: rowHash(prev, body) };
    rows.push(row);
    prev = row.hash;
  }
  return rows;
}

/** The hash that a row of this kind must have. */
export function rowHash(prev: string, body: string): string {
  return hashOf(`${prev}\n${body}`);
}

/** The last row of some. */
export function lastOf(rows: readonly JournalRow[]): JournalRow {
  const row = rows.at(-1);
  if (row === undefined) throw new Error('there is no last row of none');
  return row;
}

/** An event that comes from the row `seq`. */
export function eventOf(agent: string, seq: number, eventType = 'step'): NewEvent {
  const details = JSON.stringify({ seq });
  return { agent, session: null, seq, eventType, timestamp: 1000 + seq, reason: 'ok', details };
}

/** A state after the row `seq`. */
export function snapshotOf(agent: string, seq: number): Snapshot {
  const state = JSON.stringify({ agent, records: seq });
  return { agent, seq, hash: hashOf(state), state };
}
