/**
 * Follows the journals of all agents: what was recorded since the last look, once, in order.
 *
 * The journal is where everything is written for certain, so figures, metrics and traces are made from it and cost the
 * agents nothing.
 */
import type { Store } from '../store/index.ts';
import { readRow, type RecordEntry } from './body.ts';

/** Hears of every judged record. */
export type RecordListener = (agent: string, entry: RecordEntry, at: number) => void;

const ROWS_AT_ONCE = 1_000;

/** Begins at the heads that stand when it is opened. */
export class JournalFollower {
  readonly #store: Store;
  readonly #read: Map<string, number>;
  readonly #listeners: RecordListener[] = [];
  #looking: Promise<void> | null = null;

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

  /** Takes in what is new; looks that overlap are one. */
  update(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    for (const { agent, seq } of await this.#store.heads()) {
      let read = this.#read.get(agent) ?? 0;
      while (read < seq) {
        const rows = await this.#store.read(agent, read + 1, ROWS_AT_ONCE);
        if (rows.length === 0) break;
        for (const row of rows) {
          const entry = readRow(row);
          if ('record' in entry) for (const hear of this.#listeners) hear(agent, entry, row.at);
        }
        read = rows.at(-1)?.seq ?? seq;
        this.#read.set(agent, read);
      }
    }
  }
}
