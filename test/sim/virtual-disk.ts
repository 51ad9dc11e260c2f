/**
 * The journal's disk: a store that takes time, fails, fills up, and loses power between any two steps.
 *
 * Grouping of commits and checks of arguments are the program's own. Below them is one queue, as the thread of the real
 * store is one: operations end in the order in which they came. A commit is all there or not at all, and only the one
 * under way at a crash can be either; that is what SQLite promises, and what `test/crash` tries with real files.
 */
import { checkedStore } from '../../src/store/checked-store.ts';
import { groupCommit } from '../../src/store/group-commit.ts';
import { createMemoryStore, StoreError, type Batch, type Store } from '../../src/store/index.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Nothing is written; or it is, but an error is told; or nothing ends. */
export type DiskFault = 'refuses' | 'lies' | 'hangs';

interface Process {
  isDead: boolean;
}

interface Operation {
  readonly process: Process;
  readonly group: readonly Batch[] | null;
  readonly run: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const HANG_LOOK_MS = 50;
const FAILING_ALONE = 0.002;

/** A disk that outlives the processes that write to it. */
export class VirtualDisk {
  fault: DiskFault | null = null;
  /** Whether single operations fail now and then. */
  isSound = false;
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #onDurable: (batch: Batch) => void;
  readonly #kept = createMemoryStore();
  #queue: Operation[] = [];
  #isBusy = false;
  #process: Process = { isDead: true };
  #applying: Promise<unknown> = Promise.resolve();

  constructor(time: VirtualTime, random: SeededRandom, onDurable: (batch: Batch) => void) {
    this.#time = time;
    this.#random = random;
    this.#onDurable = onDurable;
  }

  /** What is on the disk, to be looked at by whoever judges. */
  get kept(): Store {
    return this.#kept;
  }

  /** The store as a new process opens it. */
  open(): Store {
    const process: Process = { isDead: false };
    this.#process = process;
    const kept = this.#kept;
    const ask = <T>(run: () => Promise<T>): Promise<T> => this.#ask(process, null, run);
    const commits = groupCommit((group) => this.#ask(process, group, () => this.#write(group)));
    return checkedStore({
      append: (batch) => commits.append(batch),
      heads: () => ask(() => kept.heads()),
      read: (agent, fromSeq, limit) => ask(() => kept.read(agent, fromSeq, limit)),
      snapshot: (agent) => ask(() => kept.snapshot(agent)),
      anchors: () => ask(() => kept.anchors()),
      events: (query) => ask(() => kept.events(query)),
      replaceEvents: (agent, events) => ask(() => kept.replaceEvents(agent, events)),
      putKey: (key) => ask(() => kept.putKey(key)),
      keys: () => ask(() => kept.keys()),
      removeKey: (key) => ask(() => kept.removeKey(key)),
      putEvidence: (one) => ask(() => kept.putEvidence(one)),
      evidence: (agent, limit) => ask(() => kept.evidence(agent, limit)),
      changeDocuments: (change) => ask(() => kept.changeDocuments(change)),
      documents: (query) => ask(() => kept.documents(query)),
      dropEvidence: (before) => ask(() => kept.dropEvidence(before)),
      cut: (agent, throughSeq) => ask(() => kept.cut(agent, throughSeq)),
      cutPart: (before) => ask(() => kept.cutPart(before)),
      adopt: (adopted) => ask(() => kept.adopt(adopted)),
      sizeBytes: () => ask(() => kept.sizeBytes()),
      close: () => undefined,
    });
  }

  /** Power is lost. The commit under way is on the disk or it is not; says which, or null when none was. */
  async crash(): Promise<'kept' | 'lost' | null> {
    await this.#applying;
    this.#process.isDead = true;
    const { group = null } = this.#queue[0] ?? {};
    this.#queue = [];
    this.#isBusy = false;
    this.fault = null;
    if (group === null) return null;
    if (this.#random.chance(0.5)) return 'lost';
    await this.#write(group);
    return 'kept';
  }

  #ask<T>(process: Process, group: readonly Batch[] | null, run: () => Promise<T>): Promise<T> {
    // Who died waits for ever.
    if (process.isDead) return new Promise<T>(() => undefined);
    return new Promise<T>((resolve, reject) => {
      const settle = resolve as (value: unknown) => void;
      this.#queue.push({ process, group, run, resolve: settle, reject });
      if (!this.#isBusy) this.#next();
    });
  }

  #next(): void {
    const operation = this.#queue[0];
    this.#isBusy = operation !== undefined;
    if (operation === undefined) return;
    const { process } = operation;
    const end = () => {
      if (process.isDead) return;
      if (this.fault === 'hangs') this.#time.plan(HANG_LOOK_MS, end);
      else {
        this.#applying = this.#finish(operation);
      }
    };
    this.#time.plan(this.#latencyMs(operation.group !== null), end);
  }

  async #finish(operation: Operation): Promise<void> {
    await this.#end(operation);
    if (operation.process.isDead) return;
    this.#queue.shift();
    this.#next();
  }

  async #end({ group, run, resolve, reject }: Operation): Promise<void> {
    const isAlone = !this.isSound && this.fault === null && this.#random.chance(FAILING_ALONE);
    const fault = isAlone ? this.#random.pick(['refuses', 'lies'] as const) : this.fault;
    const failed = () => new StoreError('STORE_UNAVAILABLE', 'the simulated disk fails');
    if (fault === 'refuses') return reject(failed());
    try {
      const value = await run();
      // What was read and not told is the same as not read.
      if (fault === 'lies' && (group !== null || this.#random.chance(0.5))) reject(failed());
      else resolve(value);
    } catch (error) {
      reject(error);
    }
  }

  async #write(group: readonly Batch[]): Promise<readonly (string | null)[]> {
    const problems: (string | null)[] = [];
    for (const batch of group) {
      try {
        await this.#kept.append(batch);
        this.#onDurable(batch);
        problems.push(null);
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    return problems;
  }

  #latencyMs(isCommit: boolean): number {
    if (!isCommit) return 0.05;
    return this.#random.chance(0.02) ? this.#random.between(50, 1_500) : this.#random.between(1, 8);
  }
}
