/**
 * The one fold over an agent's journal: loading a chain, making its events anew and replaying it are the same walk.
 *
 * Every row is checked against the chain and judged under the constitution of its own segment, whoever reads it now.
 */
import { hash } from 'node:crypto';
import {
  constitutionFrom,
  initialState,
  SHIPPED_CONSTITUTIONS,
  stepAsRecorded,
  timestampOf,
  type AgentRecord,
  type AgentState,
  type Constitution,
  type Decision,
} from '../core/index.ts';
import { transition } from '../core/step.ts';
import { StoreError, type JournalRow, type Store } from '../store/index.ts';
import { readRow, type KeptDecision, type SegmentEntry } from './body.ts';
import { GENESIS_HASH, isIntact } from './chain.ts';
import {
  deriveEvents,
  NOTHING_TOLD,
  type DerivedEvent,
  type EventMemory,
} from './derive-events.ts';

/** How far a chain was read. */
export interface ChainPoint {
  readonly state: AgentState;
  readonly seq: number;
  readonly hash: string;
  readonly memory: EventMemory;
  /** When the agent itself last did something; null when it never did. */
  readonly seenAt: number | null;
  /** The time of a segment that was opened for the next record; null when there is none. */
  readonly openedAt: number | null;
  /** Of the segment it is in; null before the first. */
  readonly constitution: Constitution | null;
  /** The segment it is in, with the rows since it opened; null before the first. */
  readonly segment: { readonly core: string; readonly rows: number } | null;
}

/** One row, folded. */
export interface FoldedRow {
  readonly point: ChainPoint;
  readonly row: JournalRow;
  /** The record, with what the row keeps of the decision and what is decided now. */
  readonly judged: {
    readonly record: AgentRecord;
    readonly kept: KeptDecision;
    readonly decision: Decision;
  } | null;
  readonly segment: SegmentEntry['segment'] | null;
  readonly events: readonly DerivedEvent[];
  /** The row, or for a segment what came before it, was judged by an older version's detectors. */
  readonly isJudgedOtherwise: boolean;
}

const ROWS_AT_ONCE = 1_000;

/**
 * Segments of these versions were judged by other detectors. What they decided counts as it was recorded, and what their
 * detectors remembered is begun anew.
 */
const JUDGED_OTHERWISE = /^0\.1\./;

/** A state under another constitution: a new process may have one, from a segment on. */
export function migrated(state: AgentState, { id }: { readonly id: string }): AgentState {
  return state.constitution === id ? state : { ...state, constitution: id };
}

/** The point at the newest snapshot, checked against the chain; null where there is none. */
export async function atSnapshot(store: Store, agent: string): Promise<ChainPoint | null> {
  const snapshot = await store.snapshot(agent);
  if (snapshot === null) return null;
  const [row] = await store.read(agent, snapshot.seq, 1);
  const entry = row === undefined ? null : readRow(row);
  if (row === undefined || entry === null || !('segment' in entry)) {
    throw untrusted(agent, 'the snapshot has no segment in the journal');
  }
  if (!isIntact(row)) {
    throw untrusted(agent, `row ${row.seq} does not match its hash`);
  }
  if (hash('sha256', snapshot.state, 'hex') !== entry.segment.snapshot) {
    throw untrusted(agent, `the snapshot at row ${row.seq} is not the one the journal names`);
  }
  return {
    state: stateIn(snapshot.state, entry.segment),
    seq: row.seq,
    hash: row.hash,
    memory: NOTHING_TOLD,
    seenAt: entry.segment.seen_at ?? null,
    openedAt: row.at,
    constitution: constitutionOf(agent, row.seq, entry.segment),
    segment: { core: entry.segment.core, rows: 0 },
  };
}

/** The point before the first row; the constitution of the state is that of the first segment. */
export function atBeginning(constitution: Constitution): ChainPoint {
  const state = initialState(constitution);
  const nothing = {
    memory: NOTHING_TOLD,
    seenAt: null,
    openedAt: null,
    constitution: null,
    segment: null,
  };
  return { state, seq: 0, hash: GENESIS_HASH, ...nothing };
}

/** Walks the rows after a point. */
export async function* foldJournal(
  store: Pick<Store, 'read'>,
  agent: string,
  start: ChainPoint,
): AsyncGenerator<FoldedRow> {
  let point = start;
  for (;;) {
    const rows = await store.read(agent, point.seq + 1, ROWS_AT_ONCE);
    for (const row of rows) {
      const folded = foldRow(point, row);
      ({ point } = folded);
      yield folded;
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

function foldRow(point: ChainPoint, row: JournalRow): FoldedRow {
  const { agent, seq } = row;
  if (row.prev !== point.hash || !isIntact(row)) {
    throw untrusted(agent, `the chain breaks at row ${seq}`);
  }
  const within = point.segment;
  const counted = within === null ? null : { ...within, rows: within.rows + 1 };
  const moved = { ...point, seq, hash: row.hash, segment: counted };
  const entry = readRow(row);
  if ('segment' in entry) {
    requireKind(row, 'segment');
    const { segment } = entry;
    const constitution = constitutionOf(agent, seq, segment);
    const state = migrated(point.state, constitution);
    const begun = { core: segment.core, rows: 0 };
    const opened = { ...moved, state, constitution, segment: begun, openedAt: row.at };
    const isJudgedOtherwise = within !== null && JUDGED_OTHERWISE.test(within.core);
    return { point: opened, row, judged: null, segment, events: [], isJudgedOtherwise };
  }
  if (!('record' in entry)) {
    requireKind(row, 'evidence');
    requireTime(row, point.state.clock);
    const nothing = { judged: null, segment: null, events: [], isJudgedOtherwise: false };
    return { point: moved, row, ...nothing };
  }
  const { record, kept } = entry;
  const { state: before, constitution } = point;
  if (constitution === null) throw untrusted(agent, `row ${seq} stands before any segment`);
  const isJudgedOtherwise = within !== null && JUDGED_OTHERWISE.test(within.core);
  const { state, ...decision } = isJudgedOtherwise
    ? stepAsRecorded(before, record, constitution, wholeOf(row, kept))
    : transition(before, record, constitution);
  requireKind(row, record.type);
  requireTime(row, state.clock);
  if (point.openedAt !== null)
    requireTime({ agent, seq: point.seq, at: point.openedAt }, state.clock);
  const derived = deriveEvents(point.memory, { record, decision, before, after: state });
  const { memory, events } = derived;
  const judged = { record, kept, decision };
  const seenAt = seenAfter(point, record);
  const now = { ...moved, state, memory, seenAt, openedAt: null };
  return { point: now, row, judged, segment: null, events, isJudgedOtherwise };
}

/** Versions that judged otherwise kept every decision whole. */
function wholeOf({ agent, seq }: JournalRow, kept: KeptDecision): Decision {
  if ('whole' in kept) return kept.whole;
  throw untrusted(agent, `row ${seq} is of an older version and does not hold its decision`);
}

/** The state of a snapshot; without what an older version's detectors remembered, which this one cannot read. */
function stateIn(text: string, { core }: SegmentEntry['segment']): AgentState {
  const state = JSON.parse(text) as AgentState;
  if (!JUDGED_OTHERWISE.test(core)) return state;
  const sessions = Object.entries(state.sessions).map(([name, { window: _window, ...session }]) => {
    const threads = Object.entries(session.threads).map(([id, { judge: _judge, ...thread }]) => {
      return [id, thread] as const;
    });
    return [name, { ...session, threads: Object.fromEntries(threads) }] as const;
  });
  return { ...state, sessions: Object.fromEntries(sessions) };
}

/** The hash covers a row's body; its kind and its time stand beside it for those who search, and must follow from it. */
function requireKind({ agent, seq, kind }: JournalRow, ownKind: string): void {
  if (kind === ownKind) return;
  throw untrusted(agent, `row ${seq} is called ${kind}, and its body is of the kind ${ownKind}`);
}

/** A record has the time of its state, evidence that of the record before, a segment that of the record it was opened for. */
function requireTime(
  { agent, seq, at }: Pick<JournalRow, 'agent' | 'seq' | 'at'>,
  ownMs: number,
): void {
  if (at === ownMs) return;
  throw untrusted(
    agent,
    `row ${seq} has the time ${at}, and its place in the journal gives ${ownMs}`,
  );
}

/** When the agent was seen, after a record. Time that passes and what people do are not the agent's doing. */
export function seenAfter({ seenAt }: ChainPoint, record: AgentRecord): number | null {
  const isOwn = record.type === 'admit' || record.type === 'event' || record.type === 'result';
  return isOwn ? Math.max(seenAt ?? 0, timestampOf(record)) : seenAt;
}

function constitutionOf(
  agent: string,
  seq: number,
  { constitution: values, constitution_id: id }: SegmentEntry['segment'],
): Constitution {
  const shipped = SHIPPED_CONSTITUTIONS.find((one) => one.id === id);
  const constitution = shipped ?? constitutionFrom(values);
  if (constitution.id === id) return constitution;
  throw untrusted(agent, `row ${seq} names the constitution ${id} and holds another one's values`);
}

function untrusted(agent: string, problem: string): StoreError {
  const words = `the journal of agent ${agent} cannot be trusted: ${problem}. The agent stays refused; run tripwire doctor to see more.`;
  return new StoreError('STORE_CORRUPT', words);
}
