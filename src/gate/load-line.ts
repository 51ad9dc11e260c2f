/**
 * Reads an agent's line back: the newest snapshot, checked against the chain, and the records after it.
 *
 * State is the fold of its records; a snapshot only saves the way there.
 */
import { hash } from 'node:crypto';
import { chainHash, GENESIS_HASH, readJournalBody } from '../audit/index.ts';
import { initialState, step, type AgentState, type Constitution } from '../core/index.ts';
import { StoreError, type JournalRow } from '../store/index.ts';
import type { LineParts, LinePoint } from './agent-line.ts';
import { deriveEvents, NOTHING_TOLD } from './derive-events.ts';

const ROWS_AT_ONCE = 1_000;

/** Where the line stands according to the store. */
export async function loadLine(parts: LineParts): Promise<LinePoint> {
  const { agent, store, constitution } = parts;
  const snapshot = await store.snapshot(agent);
  let point: LinePoint = {
    state: initialState(constitution),
    seq: 0,
    hash: GENESIS_HASH,
    memory: NOTHING_TOLD,
  };
  if (snapshot !== null) {
    const [row] = await store.read(agent, snapshot.seq, 1);
    point = { ...point, ...atSnapshot(agent, row, snapshot.state) };
  }
  for (;;) {
    const rows = await store.read(agent, point.seq + 1, ROWS_AT_ONCE);
    for (const row of rows) point = afterRow(point, row, constitution);
    if (rows.length < ROWS_AT_ONCE) return point;
  }
}

/** A state under the constitution in force: a new process may have another one, from a segment on. */
export function migrated(state: AgentState, constitution: Constitution): AgentState {
  return state.constitution === constitution.id
    ? state
    : { ...state, constitution: constitution.id };
}

function atSnapshot(
  agent: string,
  row: JournalRow | undefined,
  state: string,
): Pick<LinePoint, 'state' | 'seq' | 'hash'> {
  const body = row === undefined ? null : readJournalBody(row.body);
  if (row === undefined || body === null || !('segment' in body)) {
    throw corrupt(agent, 'the snapshot has no segment in the journal');
  }
  if (row.hash !== chainHash(row.prev, row.body)) {
    throw corrupt(agent, `row ${row.seq} does not match its hash`);
  }
  if (hash('sha256', state, 'hex') !== body.segment.snapshot) {
    throw corrupt(agent, `the snapshot at row ${row.seq} is not the one the journal names`);
  }
  return { state: JSON.parse(state) as AgentState, seq: row.seq, hash: row.hash };
}

/** The line after one more row. */
export function afterRow(point: LinePoint, row: JournalRow, constitution: Constitution): LinePoint {
  if (row.prev !== point.hash || row.hash !== chainHash(row.prev, row.body)) {
    throw corrupt(row.agent, `the chain breaks at row ${row.seq}`);
  }
  const { seq, hash: rowHash } = row;
  const body = readJournalBody(row.body);
  if (!('record' in body)) return { ...point, seq, hash: rowHash };
  const before = migrated(point.state, constitution);
  const { state, ...decision } = step(before, body.record, constitution);
  const judged = { record: body.record, decision, before, after: state };
  return { state, seq, hash: rowHash, memory: deriveEvents(point.memory, judged).memory };
}

function corrupt(agent: string, problem: string): StoreError {
  const words = `the journal of agent ${agent} cannot be trusted: ${problem}. The agent stays refused; run tripwire doctor to see more.`;
  return new StoreError('STORE_CORRUPT', words);
}
