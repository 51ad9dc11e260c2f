/**
 * How a record becomes rows of its agent's chain: judged on a point of it, with the segment that it may have to open.
 *
 * Nothing is written here and nothing is remembered, so the same record can be judged again on another point.
 */
import { hash } from 'node:crypto';
import {
  step,
  timestampOf,
  type AgentRecord,
  type Constitution,
  type Decision,
} from '../../core/index.ts';
import {
  journalBody,
  rowHash,
  deriveEvents,
  type DerivedEvent,
  atBeginning,
  atSnapshot,
  foldJournal,
  migrated,
  seenAfter,
  type ChainPoint,
  type NewEntry,
  type RowPlace,
} from '../../journal/index.ts';
import {
  StoreError,
  type Batch,
  type JournalRow,
  type Snapshot,
  type Store,
} from '../../store/index.ts';

/** Rows after which a segment begins anew, with a snapshot. */
const SEGMENT_ROWS = 1_000;
/** The same where every process folds the segment again for one record, and others wait for it meanwhile. */
const SHORT_SEGMENT_ROWS = 8;

/** What a record came to. */
export interface Outcome {
  readonly decision: Decision;
  readonly seq: number;
  /** Of its row. */
  readonly hash: string;
  /** The time the record was taken at: its own, or the chain's when that is later. */
  readonly at: number;
  readonly events: readonly DerivedEvent[];
}

/** What a record is judged by. */
export interface ChainBasis {
  readonly agent: string;
  readonly store: Store;
  readonly constitution: Constitution;
  /** Version of the core that judges. */
  readonly coreVersion: string;
  /** The process lives for one event: it goes on in the segment that it finds, if that is of its own kind. */
  readonly forOneEvent: boolean;
}

/** A place in a chain: how far it is, and the rows of the segment there. */
export interface ChainPlace {
  readonly point: ChainPoint;
  readonly segmentRows: number;
}

/** A record that was judged on a place: the next place, and what is to be written. */
export interface Judgement extends ChainPlace {
  readonly batch: Batch;
  readonly outcome: Outcome;
}

/** Judges a record on a place. */
export function judgeOn(parts: ChainBasis, place: ChainPlace, record: AgentRecord): Judgement {
  const { agent, constitution } = parts;
  const opened = openSegment(parts, place, timestampOf(record));
  const before = opened.point.state;
  const { state, ...decision } = step(before, record, constitution);
  const seq = opened.point.seq + 1;
  const row = rowAfter(
    opened.point,
    { agent, seq, at: state.clock, kind: record.type },
    { record, decision },
  );
  const derived = deriveEvents(opened.point.memory, { record, decision, before, after: state });
  const { memory } = derived;
  const seenAt = seenAfter(opened.point, record);
  const point = { ...opened.point, state, seq: row.seq, hash: row.hash, memory, seenAt };
  const events = derived.events.map((event) => ({
    ...event,
    agent,
    seq: row.seq,
    details: JSON.stringify(event.details),
  }));
  return {
    point,
    segmentRows: opened.segmentRows + 1,
    batch: { rows: [...opened.rows, row], events, snapshots: opened.snapshots },
    outcome: { decision, seq, hash: row.hash, at: state.clock, events: derived.events },
  };
}

/** Adds a row that is no record: the chain's word on a text that is kept elsewhere. */
export function noteOn(
  agent: string,
  { point: before, segmentRows }: ChainPlace,
  evidence: { readonly hash: string; readonly of: number },
): ChainPlace & { readonly batch: Batch } {
  const place = { agent, seq: before.seq + 1, at: before.state.clock, kind: 'evidence' };
  const row = rowAfter(before, place, { evidence });
  return {
    point: { ...before, seq: row.seq, hash: row.hash },
    segmentRows,
    batch: { rows: [row] },
  };
}

/** A segment opens with the first record of a process that lives on, and again after many rows. */
function openSegment(
  { agent, constitution, coreVersion, forOneEvent }: ChainBasis,
  { point: latest, segmentRows }: ChainPlace,
  at: number,
): ChainPlace & {
  readonly rows: readonly JournalRow[];
  readonly snapshots: readonly Snapshot[];
} {
  if (segmentRows < (forOneEvent ? SHORT_SEGMENT_ROWS : SEGMENT_ROWS)) {
    return { point: latest, rows: [], snapshots: [], segmentRows };
  }
  const { seenAt } = latest;
  const state = migrated(latest.state, constitution);
  const text = JSON.stringify(state);
  const snapshot = hash('sha256', text, 'hex');
  const segment = {
    core: coreVersion,
    constitution: constitution.values,
    constitution_id: constitution.id,
    ...(seenAt === null ? {} : { seen_at: seenAt }),
    snapshot,
  };
  const seq = latest.seq + 1;
  const openedAt = Math.max(at, state.clock);
  const row = rowAfter(latest, { agent, seq, at: openedAt, kind: 'segment' }, { segment });
  const opened = { core: coreVersion, rows: 0 };
  const point = { ...latest, state, seq, hash: row.hash, constitution, segment: opened };
  return {
    point,
    rows: [row],
    snapshots: [{ agent, seq, hash: snapshot, state: text }],
    segmentRows: 0,
  };
}

/** The end of the chain, as the store has it. */
export async function loadChain({ store, agent, constitution }: ChainBasis): Promise<ChainPoint> {
  let point = (await atSnapshot(store, agent)) ?? atBeginning(constitution);
  for await (const folded of foldJournal(store, agent, point)) ({ point } = folded);
  return point;
}

/**
 * Throws where a row that was acknowledged is not in the store any more: the store lost it, as a standby does that was
 * promoted before it had all, and going on without it would forget what it stood for.
 */
export async function requireKept(
  { store, agent }: Pick<ChainBasis, 'store' | 'agent'>,
  { seq, hash: kept }: Pick<ChainPoint, 'seq' | 'hash'>,
): Promise<void> {
  if (seq === 0) return;
  const [row] = await store.read(agent, seq, 1);
  if (row?.seq === seq && row.hash === kept) return;
  const cut = (await store.anchors()).find((anchor) => anchor.agent === agent);
  if (cut !== undefined && cut.seq >= seq) return;
  throw new StoreError(
    'STORE_WENT_BACK',
    `the journal is older than what this process has seen: row ${seq} of ${JSON.stringify(agent)} was acknowledged and is ` +
      'not in it any more. Put the newer journal back, or start Tripwire again and accept this one with ' +
      '`tripwire doctor --accept-journal`.',
  );
}

/** The rows of the segment that a chain may go on in; infinitely many where it has to open one. */
export function rowsToGoOnFrom(
  { constitution, coreVersion }: ChainBasis,
  { segment, constitution: before }: ChainPoint,
): number {
  const isOwn = segment?.core === coreVersion && before?.id === constitution.id;
  return segment !== null && isOwn ? segment.rows : Infinity;
}

function rowAfter(
  { hash: prev }: ChainPoint,
  { agent, seq, at, kind }: RowPlace,
  entry: NewEntry,
): JournalRow {
  const row = { agent, seq, at, kind, body: journalBody({ agent, seq, at, kind }, entry), prev };
  return { ...row, hash: rowHash(row) };
}
