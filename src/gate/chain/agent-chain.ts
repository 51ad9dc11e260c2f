/**
 * One agent's chain of records: judged in order, linked by their hashes, and acknowledged when durable.
 *
 * The chain runs ahead of the disk: a record is judged at once and its answer waits for the store. When the store
 * fails, what ran ahead is thrown away, and nothing is judged until the head was read again: a failed append means
 * "unknown", not "no".
 */
import {
  step,
  type AgentRecord,
  type AgentState,
  type Decision,
  type StepResult,
} from '../../core/index.ts';
import { nextNotice } from '../../core/wake/notice.ts';
import { migrated, type ChainPoint } from '../../journal/index.ts';
import type { Batch } from '../../store/index.ts';
import {
  judgeOn,
  loadChain,
  noteOn,
  requireKept,
  rowsToGoOnFrom,
  type ChainBasis,
  type ChainPlace,
  type Outcome,
} from './chain-judging.ts';

/** A record that was judged. */
export interface Submitted extends Outcome {
  /**
   * Resolves when the record is durable, to what it came to: in a journal that others write too it may have been judged
   * again. Null where it did not apply any more, and was not written.
   */
  readonly acknowledged: Promise<Outcome | null>;
}

/** How a record is written. */
export interface Submitting {
  /** Nobody who wants to pass waits for it. */
  readonly patient?: boolean;
  /** Asked before it is judged again, when others wrote meanwhile: false drops it, an error refuses it. */
  readonly applies?: () => boolean;
}

/** What a chain is made of, and whom it tells. */
export interface ChainParts extends ChainBasis {
  /** Hears of every state that a chain takes, when it is judged or read, before anybody can ask about it. */
  readonly onState?: (agent: string, state: AgentState) => void;
  /** Counts again what was counted from records that the disk may not have, before anything is judged. */
  readonly onRecovered?: (chain: AgentChain) => Promise<void>;
}

/** The chain's word on a text that is kept elsewhere. */
export interface EvidenceNote {
  readonly hash: string;
  readonly of: number;
}

/** One agent's records, in order. */
export class AgentChain {
  readonly agent: string;
  protected readonly parts: ChainParts;
  protected durablePoint: ChainPoint;
  /** What is judged so far. */
  protected place: ChainPlace;
  /** Why nothing may be judged, until the head was read again. */
  protected unknown: Error | null = null;
  #recovering: Promise<boolean> | null = null;

  constructor(parts: ChainParts, point: ChainPoint) {
    this.agent = parts.agent;
    this.parts = parts;
    this.durablePoint = point;
    const segmentRows = parts.forOneEvent ? rowsToGoOnFrom(parts, point) : Infinity;
    this.place = { point, segmentRows };
    this.tell(point);
  }

  /** A chain as the store has it, or a new one. */
  static async open(parts: ChainParts): Promise<AgentChain> {
    return new AgentChain(parts, await loadChain(parts));
  }

  /** What is judged so far, durable or not. */
  get latest(): AgentState {
    return this.place.point.state;
  }

  /** What would still stand after a crash. */
  get durable(): AgentState {
    return this.durablePoint.state;
  }

  /** Of the newest row, durable or not. */
  get seq(): number {
    return this.place.point.seq;
  }

  /** When the agent itself last did something; null when it never did. */
  get seenAt(): number | null {
    return this.place.point.seenAt;
  }

  /** Why nothing can be judged at the moment; null when all is well. */
  get problem(): Error | null {
    return this.unknown;
  }

  /** How the core would answer now, or what is durable, without recording anything. */
  peek(record: AgentRecord, state: AgentState = this.latest): StepResult {
    const { constitution } = this.parts;
    return step(migrated(state, constitution), record, constitution);
  }

  /** When somebody may notice that a decision changed by time alone; null when never. */
  noticeAt(record: AgentRecord, decision: Decision, state: AgentState): number | null {
    // What is about a whole session or agent was answered for a thread that it does not name.
    if (record.type === 'operator' || record.type === 'signal') return decision.wakeAt;
    return nextNotice(state, record, decision, this.parts.constitution.values);
  }

  /** Judges a record and sends it to the store. Throws, and changes nothing, when it cannot be judged. */
  submit(record: AgentRecord, { patient = false }: Submitting = {}): Submitted {
    if (this.unknown !== null) throw this.unknown;
    const { batch, outcome, ...place } = judgeOn(this.parts, this.place, record);
    const appended = this.#append(place, { ...batch, patient });
    return { ...outcome, acknowledged: appended.then(() => outcome) };
  }

  /** Adds a row that is no record. */
  async note(evidence: EvidenceNote): Promise<void> {
    if (this.unknown !== null) throw this.unknown;
    const { batch, ...place } = noteOn(this.agent, this.place, evidence);
    await this.#append(place, batch);
  }

  /** Reads what others wrote since. A chain that only this process writes has nothing to read. */
  catchUp(): Promise<void> {
    return Promise.resolve();
  }

  /** Reads the head again after a failure. True when the chain is usable. */
  async recover(): Promise<boolean> {
    if (this.unknown === null) return true;
    this.#recovering ??= this.#readAgain().finally(() => {
      this.#recovering = null;
    });
    return this.#recovering;
  }

  async #readAgain(): Promise<boolean> {
    try {
      await requireKept(this.parts, this.durablePoint);
      const point = await loadChain(this.parts);
      this.tell(point);
      this.durablePoint = point;
      this.place = { point, segmentRows: Infinity };
      await this.parts.onRecovered?.(this);
      this.unknown = null;
      return true;
    } catch (error) {
      this.unknown = asError(error);
      return false;
    }
  }

  async #append(place: ChainPlace, batch: Batch): Promise<void> {
    const { point } = place;
    this.tell(point);
    this.place = place;
    try {
      await this.parts.store.append(batch);
    } catch (error) {
      throw this.failed(error);
    }
    if (point.seq <= this.durablePoint.seq) return;
    // Another one failed meanwhile, and what ran ahead was thrown away: this one is there all the same.
    if (this.unknown !== null) this.tell(point);
    this.durablePoint = point;
  }

  /** What ran ahead of the disk is not known to be there. Returns why nothing can be judged. */
  protected failed(error: unknown): Error {
    this.unknown ??= asError(error);
    this.place = { ...this.place, point: this.durablePoint };
    return this.unknown;
  }

  protected tell({ state }: ChainPoint): void {
    this.parts.onState?.(this.agent, state);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
