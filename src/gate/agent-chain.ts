/**
 * One agent's chain of records: judged in order, linked by their hashes, and acknowledged when durable.
 *
 * The chain runs ahead of the disk: a record is judged at once and its answer waits for the store. When the store
 * fails, what ran ahead is thrown away, and nothing is judged until the head was read again: a failed append means
 * "unknown", not "no".
 */
import { hash } from 'node:crypto';
import {
  step,
  timestampOf,
  type AgentRecord,
  type AgentState,
  type Constitution,
  type Decision,
  type StepResult,
} from '../core/index.ts';
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
} from '../journal/index.ts';
import type { Batch, JournalRow, Snapshot, Store } from '../store/index.ts';

/** Rows after which a segment begins anew, with a snapshot. */
const SEGMENT_ROWS = 1_000;
/** The same where every process folds the segment again for one record, and others wait for it meanwhile. */
const SHORT_SEGMENT_ROWS = 8;

/** A record that was judged. */
export interface Submitted {
  readonly decision: Decision;
  readonly seq: number;
  /** Of its row. */
  readonly hash: string;
  /** The time the record was taken at: its own, or the chain's when that is later. */
  readonly at: number;
  readonly events: readonly DerivedEvent[];
  /** Resolves when the record is durable. */
  readonly acknowledged: Promise<void>;
}

/** What a chain is made of. */
export interface ChainParts {
  readonly agent: string;
  readonly store: Store;
  readonly constitution: Constitution;
  /** Version of the core that judges. */
  readonly coreVersion: string;
  /** The process lives for one event: it goes on in the segment that it finds, if that is of its own kind. */
  readonly forOneEvent: boolean;
  /** Hears of every state that a chain takes, when it is judged or read, before anybody can ask about it. */
  readonly onState?: (agent: string, state: AgentState) => void;
  /** Counts again what was counted from records that the disk may not have, before anything is judged. */
  readonly onRecovered?: (chain: AgentChain) => Promise<void>;
}

/** One agent's records, in order. */
export class AgentChain {
  readonly agent: string;
  readonly #parts: ChainParts;
  #durable: ChainPoint;
  #latest: ChainPoint;
  /** Why nothing may be judged, until the head was read again. */
  #unknown: Error | null = null;
  #recovering: Promise<boolean> | null = null;
  #segmentRows: number;

  constructor(parts: ChainParts, point: ChainPoint) {
    this.agent = parts.agent;
    this.#parts = parts;
    this.#durable = point;
    this.#latest = point;
    this.#segmentRows = rowsToGoOnFrom(parts, point);
    this.#tell(point);
  }

  /** A chain as the store has it, or a new one. */
  static async open(parts: ChainParts): Promise<AgentChain> {
    return new AgentChain(parts, await loadChain(parts));
  }

  /** What is judged so far, durable or not. */
  get latest(): AgentState {
    return this.#latest.state;
  }

  /** What would still stand after a crash. */
  get durable(): AgentState {
    return this.#durable.state;
  }

  /** Of the newest row, durable or not. */
  get seq(): number {
    return this.#latest.seq;
  }

  /** When the agent itself last did something; null when it never did. */
  get seenAt(): number | null {
    return this.#latest.seenAt;
  }

  /** Why nothing can be judged at the moment; null when all is well. */
  get problem(): Error | null {
    return this.#unknown;
  }

  /** How the core would answer now, or what is durable, without recording anything. */
  peek(record: AgentRecord, state: AgentState = this.#latest.state): StepResult {
    const { constitution } = this.#parts;
    return step(migrated(state, constitution), record, constitution);
  }

  /**
   * Judges a record and sends it to the store. Throws, and changes nothing, when it cannot be judged. A patient one is
   * not waited for by anybody who wants to pass.
   */
  submit(record: AgentRecord, patient = false): Submitted {
    if (this.#unknown !== null) throw this.#unknown;
    const { constitution } = this.#parts;
    const opened = this.#openSegment(timestampOf(record));
    const before = opened.point.state;
    const { state, ...decision } = step(before, record, constitution);
    const seq = opened.point.seq + 1;
    const place = { agent: this.agent, seq, at: state.clock, kind: record.type };
    const row = rowAfter(opened.point, place, { record, decision });
    const derived = deriveEvents(opened.point.memory, { record, decision, before, after: state });
    const { memory } = derived;
    const seenAt = seenAfter(opened.point, record);
    const point = { ...opened.point, state, seq: row.seq, hash: row.hash, memory, seenAt };
    const events = derived.events.map((event) => ({
      ...event,
      agent: this.agent,
      seq: row.seq,
      details: JSON.stringify(event.details),
    }));
    const { snapshots } = opened;
    const batch = { rows: [...opened.rows, row], events, snapshots, patient };
    this.#segmentRows = opened.segmentRows + 1;
    const acknowledged = this.#append(point, batch);
    return {
      decision,
      seq: row.seq,
      hash: row.hash,
      at: state.clock,
      events: derived.events,
      acknowledged,
    };
  }

  /** Adds a row that is no record: the chain's word on a text that is kept elsewhere. */
  note(evidence: { readonly hash: string; readonly of: number }): Promise<void> {
    if (this.#unknown !== null) return Promise.reject(this.#unknown);
    const { seq, state } = this.#latest;
    const place = { agent: this.agent, seq: seq + 1, at: state.clock, kind: 'evidence' };
    const row = rowAfter(this.#latest, place, { evidence });
    return this.#append({ ...this.#latest, seq: row.seq, hash: row.hash }, { rows: [row] });
  }

  /** Reads the head again after a failure. True when the chain is usable. */
  async recover(): Promise<boolean> {
    if (this.#unknown === null) return true;
    this.#recovering ??= this.#readAgain().finally(() => {
      this.#recovering = null;
    });
    return this.#recovering;
  }

  async #readAgain(): Promise<boolean> {
    try {
      const point = await loadChain(this.#parts);
      this.#tell(point);
      this.#durable = point;
      this.#latest = point;
      this.#segmentRows = Infinity;
      await this.#parts.onRecovered?.(this);
      this.#unknown = null;
      return true;
    } catch (error) {
      this.#unknown = asError(error);
      return false;
    }
  }

  async #append(point: ChainPoint, batch: Batch): Promise<void> {
    this.#tell(point);
    this.#latest = point;
    try {
      await this.#parts.store.append(batch);
    } catch (error) {
      this.#unknown ??= asError(error);
      // What ran ahead of the disk is not known to be there.
      this.#latest = this.#durable;
      throw this.#unknown;
    }
    if (point.seq <= this.#durable.seq) return;
    // Another one failed meanwhile, and what ran ahead was thrown away: this one is there all the same.
    if (this.#unknown !== null) this.#tell(point);
    this.#durable = point;
  }

  #tell({ state }: ChainPoint): void {
    this.#parts.onState?.(this.agent, state);
  }

  /** A segment opens with the first record of a process that lives on, and again after many rows. */
  #openSegment(at: number): {
    readonly point: ChainPoint;
    readonly rows: readonly JournalRow[];
    readonly snapshots: readonly Snapshot[];
    readonly segmentRows: number;
  } {
    const { constitution, coreVersion, forOneEvent } = this.#parts;
    if (this.#segmentRows < (forOneEvent ? SHORT_SEGMENT_ROWS : SEGMENT_ROWS)) {
      return { point: this.#latest, rows: [], snapshots: [], segmentRows: this.#segmentRows };
    }
    const { seenAt } = this.#latest;
    const state = migrated(this.#latest.state, constitution);
    const text = JSON.stringify(state);
    const snapshot = hash('sha256', text, 'hex');
    const segment = {
      core: coreVersion,
      constitution: constitution.values,
      constitution_id: constitution.id,
      ...(seenAt === null ? {} : { seen_at: seenAt }),
      snapshot,
    };
    const seq = this.#latest.seq + 1;
    const openedAt = Math.max(at, state.clock);
    const place = { agent: this.agent, seq, at: openedAt, kind: 'segment' };
    const row = rowAfter(this.#latest, place, { segment });
    const opened = { core: coreVersion, rows: 0 };
    const point = { ...this.#latest, state, seq, hash: row.hash, constitution, segment: opened };
    const kept = { agent: this.agent, seq, hash: snapshot, state: text };
    return { point, rows: [row], snapshots: [kept], segmentRows: 0 };
  }
}

/** The end of the chain, as the store has it. */
async function loadChain({ store, agent, constitution }: ChainParts): Promise<ChainPoint> {
  let point = (await atSnapshot(store, agent)) ?? atBeginning(constitution);
  for await (const folded of foldJournal(store, agent, point)) ({ point } = folded);
  return point;
}

/** The rows of the segment that a process may go on in; infinitely many where it has to open one. */
function rowsToGoOnFrom(
  { forOneEvent, constitution, coreVersion }: ChainParts,
  { segment, constitution: before }: ChainPoint,
): number {
  const isOwn = segment?.core === coreVersion && before?.id === constitution.id;
  return forOneEvent && segment !== null && isOwn ? segment.rows : Infinity;
}

function rowAfter(
  { hash: prev }: ChainPoint,
  { agent, seq, at, kind }: RowPlace,
  entry: NewEntry,
): JournalRow {
  const row = { agent, seq, at, kind, body: journalBody({ agent, seq, at, kind }, entry), prev };
  return { ...row, hash: rowHash(row) };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
