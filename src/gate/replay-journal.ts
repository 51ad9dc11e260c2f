/**
 * Replays an agent's journal: every record judged again, every decision compared byte for byte, every snapshot
 * compared with the fold.
 *
 * Parity is promised within a segment, because a newer core or another constitution begins a new one. The state is
 * carried over all the same, so a replay also shows that a snapshot is nothing but its records.
 */
import { hash } from 'node:crypto';
import { chainHash, GENESIS_HASH, readJournalBody, type JournalEntry } from '../audit/index.ts';
import {
  canonicalJson,
  initialState,
  step,
  type AgentState,
  type Constitution,
} from '../core/index.ts';
import type { Store } from '../store/index.ts';
import { migrated } from './load-line.ts';

/** How a replay ended. */
export type JournalReplay =
  | { readonly parity: true; readonly rows: number; readonly records: number }
  | { readonly parity: false; readonly seq: number; readonly problem: string };

const ROWS_AT_ONCE = 1_000;

/** Finds the constitution that a segment names; undefined when it is not known here. */
export type FindConstitution = (id: string) => Constitution | undefined;

/** Replays all rows of an agent that the store still has. */
export async function replayJournal(
  store: Store,
  agent: string,
  find: FindConstitution,
): Promise<JournalReplay> {
  const anchor = (await store.anchors()).find((one) => one.agent === agent);
  const snapshot = anchor === undefined ? null : await store.snapshot(agent);
  const replay = new AgentReplay(anchor ?? { seq: 0, hash: GENESIS_HASH }, find, (seq) =>
    snapshot?.seq === seq ? (JSON.parse(snapshot.state) as AgentState) : null,
  );
  for (;;) {
    const rows = await store.read(agent, replay.seq + 1, ROWS_AT_ONCE);
    for (const row of rows) {
      const problem = replay.take(row);
      if (problem !== null) return { parity: false, seq: row.seq, problem };
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return { parity: true, rows: replay.rows, records: replay.records };
}

class AgentReplay {
  seq: number;
  rows = 0;
  records = 0;
  #hash: string;
  /** Unknown after a cut, until a segment whose snapshot is still there. */
  #state: AgentState | null = null;
  #constitution: Constitution | null = null;
  readonly #isCut: boolean;
  readonly #find: FindConstitution;
  readonly #snapshotAt: (seq: number) => AgentState | null;

  constructor(
    start: { readonly seq: number; readonly hash: string },
    find: FindConstitution,
    snapshotAt: (seq: number) => AgentState | null,
  ) {
    this.seq = start.seq;
    this.#hash = start.hash;
    this.#isCut = start.seq > 0;
    this.#find = find;
    this.#snapshotAt = snapshotAt;
  }

  /** What is wrong with the next row; null when nothing is. */
  take(row: {
    readonly seq: number;
    readonly prev: string;
    readonly hash: string;
    readonly body: string;
  }) {
    if (row.prev !== this.#hash || row.hash !== chainHash(row.prev, row.body)) {
      return 'the chain breaks here';
    }
    this.seq = row.seq;
    this.#hash = row.hash;
    this.rows += 1;
    const entry = readJournalBody(row.body);
    if ('segment' in entry) return this.#open(entry);
    return 'record' in entry ? this.#judge(entry) : null;
  }

  #open({ segment, seq }: Extract<JournalEntry, { segment: unknown }>): string | null {
    const constitution = this.#find(segment.constitution_id);
    if (constitution === undefined) {
      return `constitution ${segment.constitution_id} is not known here; name its file with --constitution`;
    }
    this.#constitution = constitution;
    const before =
      this.#state ?? (this.#isCut ? this.#snapshotAt(seq) : initialState(constitution));
    if (before === null) return null;
    this.#state = migrated(before, constitution);
    const folded = hash('sha256', JSON.stringify(this.#state), 'hex');
    return folded === segment.snapshot
      ? null
      : 'the snapshot is not the fold of the records before';
  }

  #judge({ record, decision }: Extract<JournalEntry, { record: unknown }>): string | null {
    if (this.#constitution === null) return 'a record stands before any segment';
    // What was cut away took the state with it; the newest snapshot brings it back.
    if (this.#state === null) return null;
    const { state, ...computed } = step(this.#state, record, this.#constitution);
    this.#state = state;
    this.records += 1;
    const [is, was] = [canonicalJson(computed), canonicalJson(decision)];
    return is === was ? null : `decided ${was}, replayed ${is}`;
  }
}
