/**
 * Counts what agents did, from the rows of the journal as they come: calls, tokens, the score of the kill switch.
 *
 * The journal is where it is written for certain, and it can be read beside a running server as well as in it.
 */
import { costOfResult, endOf } from '../core/index.ts';
import type { JournalRow, Store } from '../store/index.ts';
import { readRow, type RecordEntry } from './body.ts';

/** What an agent did since the tally was opened. */
export interface Tally {
  /** Calls of a model that were let through. */
  readonly calls: number;
  readonly tokens: number;
  /** By list prices, in millionths of a dollar; answers of models without a price come on top. */
  readonly microUsd: number;
  readonly unpriced: number;
  /** Requests that were refused or made to wait. */
  readonly held: number;
  /** Of the kill switch's chosen detector, at the last thing it saw; null when it saw nothing. */
  readonly score: number | null;
}

const NOTHING: Tally = { calls: 0, tokens: 0, microUsd: 0, unpriced: 0, held: 0, score: null };
const ROWS_AT_ONCE = 1_000;

/** The counts of all agents, from the moment it is opened. */
export class CallTally {
  readonly #store: Store;
  readonly #read: Map<string, number>;
  readonly #tallies = new Map<string, Tally>();

  private constructor(store: Store, read: Map<string, number>) {
    this.#store = store;
    this.#read = read;
  }

  /** Counts from now on; the agents that `since` names, from behind that row. */
  static async open(
    store: Store,
    since: Readonly<Record<string, number>> = {},
  ): Promise<CallTally> {
    const heads = await store.heads();
    const read = new Map(heads.map(({ agent, seq }) => [agent, seq]));
    for (const [agent, seq] of Object.entries(since)) read.set(agent, seq);
    return new CallTally(store, read);
  }

  /** Takes in what is new. */
  async update(): Promise<void> {
    for (const { agent, seq } of await this.#store.heads()) {
      let read = this.#read.get(agent) ?? 0;
      while (read < seq) {
        const rows = await this.#store.read(agent, read + 1, ROWS_AT_ONCE);
        if (rows.length === 0) break;
        for (const row of rows) this.#take(agent, row);
        read = rows.at(-1)?.seq ?? seq;
        this.#read.set(agent, read);
      }
    }
  }

  /** What an agent did so far. */
  of(agent: string): Tally {
    return this.#tallies.get(agent) ?? NOTHING;
  }

  #take(agent: string, row: JournalRow): void {
    const entry = readRow(row);
    if ('record' in entry) this.#tallies.set(agent, withEntry(this.of(agent), entry));
  }
}

function withEntry(tally: Tally, { record, decision }: RecordEntry): Tally {
  const { killSwitch } = decision;
  const scored =
    killSwitch === undefined ? tally : { ...tally, score: killSwitch[killSwitch.detector].score };
  const end = endOf(record);
  if (end !== null) {
    const cost = costOfResult(end);
    return {
      ...scored,
      tokens: scored.tokens + end.result.tokensUsed,
      microUsd: scored.microUsd + (cost ?? 0),
      unpriced: scored.unpriced + (cost === null ? 1 : 0),
    };
  }
  if (record.type !== 'admit' || record.purpose === 'tool') return scored;
  const { repeats = 0 } = record;
  return decision.safety.allowed
    ? { ...scored, calls: scored.calls + 1 }
    : { ...scored, held: scored.held + Math.max(1, repeats) };
}
