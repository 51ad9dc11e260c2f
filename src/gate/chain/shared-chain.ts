/**
 * One agent's chain in a journal that several processes write.
 *
 * A record is judged at once, like everywhere, but what it came to is certain only when it is durable: where another
 * process wrote first, the chain reads what it missed, judges its own records again in their order, and appends them.
 * One append at a time carries all that waits. After two lost races the chain waits its turn at the head's lock, so that
 * nobody loses for ever.
 */
import type { AgentRecord } from '../../core/index.ts';
import { foldJournal, type DerivedEvent, type FoldedRow } from '../../journal/index.ts';
import { StoreError, type Batch, type SharedSpend, type Store } from '../../store/index.ts';
import type { SharedJournal } from '../gate-parts.ts';
import {
  AgentChain,
  type ChainParts,
  type EvidenceNote,
  type Submitted,
  type Submitting,
} from './agent-chain.ts';
import {
  judgeOn,
  loadChain,
  noteOn,
  rowsToGoOnFrom,
  type ChainPlace,
  type Outcome,
} from './chain-judging.ts';

/** What a shared chain tells beside. */
export interface SharedChainParts extends ChainParts {
  readonly shared: SharedJournal;
  /** Counts an agent's records again, up to this place. */
  readonly onOvertaken: (chain: Pick<AgentChain, 'agent' | 'latest' | 'seq'>) => Promise<void>;
  /** What an own record counts in sums that all share. */
  readonly spendsOf: (record: AgentRecord, outcome: Outcome) => readonly SharedSpend[];
  /** Hears of records that others wrote. */
  readonly onMissed: (chain: AgentChain, missed: readonly FoldedRow[]) => void;
  /** Hears of an own record that was judged again. */
  readonly onJudgedAgain: (chain: AgentChain, record: AgentRecord, outcome: Outcome) => void;
}

type Written = ChainPlace & { readonly batch: Batch; readonly outcome: Outcome | null };

/** A row that is not durable yet. */
interface Pending {
  readonly record: AgentRecord | null;
  readonly judge: (place: ChainPlace) => Written;
  readonly applies: () => boolean;
  readonly patient: boolean;
  readonly done: PromiseWithResolvers<Outcome | null>;
  written: Written;
}

/** After so many lost races the head is locked first. */
const RACES_MAX = 2;
/** At the lock nobody else can win: who loses there so often is refused rather than tried for ever. */
const LOSSES_MAX = 12;

/** One agent's records, written by several processes. */
export class SharedChain extends AgentChain {
  readonly #shared: SharedChainParts;
  #pending: Pending[] = [];
  #askers: PromiseWithResolvers<void>[] = [];
  #running = false;
  /** Others wrote first: what they wrote is read before the next append. */
  #isBehind = false;
  /** What changed elsewhere is being heard. */
  #isParked = false;
  /** Races lost since the last append. */
  #losses = 0;

  static override async open(parts: SharedChainParts): Promise<SharedChain> {
    return new SharedChain(parts, await loadChain(parts));
  }

  private constructor(parts: SharedChainParts, point: ChainPlace['point']) {
    super(parts, point);
    this.#shared = parts;
  }

  override submit(record: AgentRecord, submitting: Submitting = {}): Submitted {
    if (this.unknown !== null) throw this.unknown;
    const written = judgeOn(this.parts, this.place, record);
    const { patient = false, applies = () => true } = submitting;
    const judge = (place: ChainPlace) => judgeOn(this.parts, place, record);
    const acknowledged = this.#queue({ record, judge, applies, patient, written });
    return { ...written.outcome, acknowledged };
  }

  override async note(evidence: EvidenceNote): Promise<void> {
    if (this.unknown !== null) throw this.unknown;
    const judge = (place: ChainPlace) => ({
      ...noteOn(this.agent, place, evidence),
      outcome: null,
    });
    const written = judge(this.place);
    await this.#queue({ record: null, judge, applies: () => true, patient: false, written });
  }

  /** Reads what others wrote, before it resolves. */
  override async catchUp(): Promise<void> {
    if (this.unknown !== null) {
      if (!(await this.recover())) throw this.unknown;
      return;
    }
    const asked = Promise.withResolvers<void>();
    this.#askers.push(asked);
    this.#start();
    await asked.promise;
  }

  #queue(one: Omit<Pending, 'done'>): Promise<Outcome | null> {
    const done = Promise.withResolvers<Outcome | null>();
    this.#pending.push({ ...one, done });
    this.#moved(one.written);
    this.#start();
    return done.promise;
  }

  #moved({ point, segmentRows }: ChainPlace): void {
    this.tell(point);
    this.place = { point, segmentRows };
  }

  #start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (;;) {
      const askers = this.#askers.splice(0);
      if (askers.length === 0 && (this.#pending.length === 0 || this.#isParked)) {
        // In the moment in which it was seen that nothing waits: what comes next starts it again.
        this.#running = false;
        return;
      }
      try {
        if (askers.length > 0 || this.#isBehind) await this.#takeMissed(this.parts.store);
        for (const asker of askers) asker.resolve();
        // What changed elsewhere is being heard: until then nothing is written on what was known before.
        if (this.#isParked) continue;
        await (this.#losses < RACES_MAX ? this.#append() : this.#appendInTurn());
        this.#losses = 0;
      } catch (error) {
        if (!this.#lost(error)) this.#fail(error, askers);
      }
    }
  }

  /** Whether others were faster, so that what they wrote has to be read and the rest judged again. */
  #lost(error: unknown): boolean {
    const code = error instanceof StoreError ? error.code : null;
    this.#losses += 1;
    if (code !== 'STORE_CHAIN' && code !== 'STORE_STALE') return false;
    if (this.#losses > LOSSES_MAX) return false;
    const { shared } = this.#shared;
    shared.lostRace();
    this.#isBehind = true;
    if (code === 'STORE_CHAIN') return true;
    this.#isParked = true;
    void this.#hear();
    return true;
  }

  /** Hears what changed elsewhere, and goes on. */
  async #hear(): Promise<void> {
    try {
      await this.#shared.shared.refresh();
      this.#isParked = false;
    } catch (error) {
      this.#isParked = false;
      this.#fail(error, []);
    }
    this.#start();
  }

  #fail(error: unknown, askers: readonly PromiseWithResolvers<void>[]): void {
    const failure = this.failed(error);
    this.#losses = 0;
    this.#isBehind = false;
    for (const { done } of this.#pending.splice(0)) done.reject(failure);
    for (const asker of askers) asker.reject(failure);
  }

  async #append(): Promise<void> {
    const group = [...this.#pending];
    if (group.length === 0) return;
    await this.parts.store.append(this.#batchOf(group));
    this.#settle(group);
  }

  /** Nobody else can write between reading what was missed and writing what waits. */
  async #appendInTurn(): Promise<void> {
    let group: readonly Pending[] = [];
    const { shared } = this.#shared;
    await shared.appendInTurn(this.agent, this.durablePoint.seq, async (rows) => {
      const after = (fromSeq: number) => rows.filter(({ seq }) => seq >= fromSeq);
      await this.#takeMissed({
        read: (_agent, fromSeq, limit) => Promise.resolve(after(fromSeq).slice(0, limit)),
      });
      group = [...this.#pending];
      return group.length === 0 ? null : this.#batchOf(group);
    });
    this.#settle(group);
  }

  /** All of them as one batch. */
  #batchOf(group: readonly Pending[]): Batch {
    const spends = group.flatMap(({ record, written: { outcome } }) =>
      record === null || outcome === null ? [] : this.#shared.spendsOf(record, outcome),
    );
    return { ...batchOf(group), ...(spends.length === 0 ? {} : { spends }) };
  }

  #settle(group: readonly Pending[]): void {
    const last = group.at(-1);
    if (last === undefined) return;
    this.durablePoint = last.written.point;
    this.#pending = this.#pending.slice(group.length);
    for (const { done, written } of group) done.resolve(written.outcome);
  }

  /** Folds what others wrote, and judges again what waits. */
  async #takeMissed(reader: Pick<Store, 'read'>): Promise<void> {
    this.#isBehind = false;
    const missed: FoldedRow[] = [];
    for await (const folded of foldJournal(reader, this.agent, this.durablePoint)) {
      missed.push(folded);
    }
    const point = missed.at(-1)?.point;
    if (point === undefined) return;
    const { state: latest, seq } = point;
    await this.#shared.onOvertaken({ agent: this.agent, latest, seq });
    // Nothing is waited for from here on: who asks sees all of it or nothing.
    this.durablePoint = point;
    this.#moved({ point, segmentRows: rowsToGoOnFrom(this.parts, point) });
    this.#shared.onMissed(this, missed);
    for (const one of this.#pending.splice(0)) this.#judgeAgain(one);
  }

  #judgeAgain(one: Pending): void {
    try {
      if (!one.applies()) {
        one.done.resolve(null);
        return;
      }
      one.written = one.judge(this.place);
    } catch (error) {
      one.done.reject(error);
      return;
    }
    this.#pending.push(one);
    this.#moved(one.written);
    const { record, written } = one;
    if (record !== null && written.outcome !== null) {
      this.#shared.onJudgedAgain(this, record, written.outcome);
    }
  }
}

function batchOf(group: readonly Pending[]): Batch {
  const batches = group.map(({ written }) => written.batch);
  return {
    rows: batches.flatMap(({ rows }) => rows),
    events: batches.flatMap(({ events = [] }) => events),
    snapshots: batches.flatMap(({ snapshots = [] }) => snapshots),
    patient: group.every(({ patient }) => patient),
    announces: group.some(({ written }) => concernsOthers(written.outcome?.events ?? [])),
  };
}

/** What other processes must know at once: holds, releases and what people set. */
function concernsOthers(events: readonly DerivedEvent[]): boolean {
  return events.some(
    ({ eventType, details }) =>
      eventType === 'hold' ||
      eventType === 'release' ||
      (eventType === 'operator' &&
        (details['registered'] !== true || details['by'] !== 'tripwire')),
  );
}
