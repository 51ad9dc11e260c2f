/**
 * Follows the journals of all agents: what was recorded since the last look, once, in order.
 *
 * The journal is where everything is written for certain, so figures, metrics and traces are made from it and cost the
 * agents nothing. Where somebody tells which agents have something new, it asks for those alone: with thousands of them
 * the list of all heads takes longer than what is new.
 */
import type { JournalRow, Store } from '../store/index.ts';
import { readRow, type RecordEntry } from './body.ts';

/** Hears of every judged record. */
export type RecordListener = (agent: string, entry: RecordEntry, at: number) => void;

const ROWS_AT_ONCE = 1_000;
/** So many are asked for together, so that nobody waits for one answer after the other. */
const AGENTS_AT_ONCE = 50;
/** With fewer agents than this the heads are as good, and miss nothing. */
const AGENTS_FEW = 1_000;
/** So often all heads are asked for: what was written and not told of, because the store failed, is found then. */
const WHOLE_EVERY_LOOKS = 20;

/** Begins at the heads that stand when it is opened. */
export class JournalFollower {
  readonly #store: Store;
  readonly #read: Map<string, number>;
  readonly #listeners: RecordListener[] = [];
  #looking: Promise<void> | null = null;
  /** Agents with something new; null where nobody tells. */
  #told: Set<string> | null = null;
  #looksSinceWhole = 0;

  private constructor(store: Store, read: Map<string, number>) {
    this.#store = store;
    this.#read = read;
  }

  static async open(store: Store): Promise<JournalFollower> {
    const heads = await store.heads();
    return new JournalFollower(store, new Map(heads.map(({ agent, seq }) => [agent, seq])));
  }

  onRecord(listener: RecordListener): void {
    this.#listeners.push(listener);
  }

  /** From now on it is told of every agent whose record became durable; returns who is to be told. */
  followTold(): (agent: string) => void {
    const told = new Set<string>();
    this.#told = told;
    return (agent) => told.add(agent);
  }

  /** Takes in what is new; looks that overlap are one. */
  update(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const behind = await this.#behind();
    const failures: unknown[] = [];
    const readOn = async (agent: string) => {
      try {
        await this.#readOn(agent);
      } catch (error) {
        this.#told?.add(agent);
        failures.push(error);
      }
    };
    for (let from = 0; from < behind.length; from += AGENTS_AT_ONCE) {
      await Promise.all(behind.slice(from, from + AGENTS_AT_ONCE).map(readOn));
    }
    // The others are not held up by one whose journal cannot be read.
    if (failures.length > 0) throw failures[0];
  }

  /** The agents that may have something new. */
  async #behind(): Promise<readonly string[]> {
    const told = this.#told === null ? [] : [...this.#told];
    this.#told?.clear();
    const isMany = this.#told !== null && this.#read.size >= AGENTS_FEW;
    this.#looksSinceWhole += 1;
    if (isMany && this.#looksSinceWhole < WHOLE_EVERY_LOOKS) return told;
    const heads = await this.#store.heads();
    this.#looksSinceWhole = 0;
    return heads.flatMap(({ agent, seq }) => ((this.#read.get(agent) ?? 0) < seq ? [agent] : []));
  }

  async #readOn(agent: string): Promise<void> {
    for (;;) {
      const read = this.#read.get(agent) ?? 0;
      const rows = await this.#store.read(agent, read + 1, ROWS_AT_ONCE);
      for (const row of rows) this.#take(agent, row);
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }

  #take(agent: string, row: JournalRow): void {
    const entry = readRow(row);
    this.#read.set(agent, row.seq);
    if ('record' in entry) for (const hear of this.#listeners) hear(agent, entry, row.at);
  }
}
