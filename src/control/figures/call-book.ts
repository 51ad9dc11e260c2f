/**
 * What calls used over time, and the last of them, from the journal.
 *
 * It follows the journal beside the agents and keeps nothing on disk: a server that starts reads the newest part of
 * each journal again, in the background and up to a bound.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import { toLog, type Log } from '../../base/log.ts';
import { costOfResult, endOf, type AgentRecord } from '../../core/index.ts';
import { readRow, type JournalFollower, type RecordEntry } from '../../journal/index.ts';
import type { AgentHead, JournalRow, Store } from '../../store/index.ts';
import { RecentCalls, type RecentCall } from './recent-calls.ts';
import { isRefused } from './spend-ledger.ts';
import { HOUR_MS, UsageSeries, type Used } from './usage-series.ts';

/** A stop by the kill switch. */
export interface StopMark {
  readonly at: number;
  readonly agent: string;
  readonly seq: number;
}

const READ_BACK_MS = 7 * 24 * HOUR_MS;
/** At a start: what is older than so many rows is not counted, and said not to be. */
const ROWS_READ_MAX = 200_000;
const ROWS_AT_ONCE = 500;
const STOPS_MAX = 1_000;
const NO_MODEL = 'unknown';

/** The calls of all agents. */
export class CallBook {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #series = new UsageSeries();
  readonly #calls = new RecentCalls();
  #stops: StopMark[] = [];
  /** Agents whose journal is not read yet, with where it ended at the start. */
  readonly #waiting = new Map<string, number>();
  #completeSince: number;
  #isClosed = false;
  /** Resolves when what was there at the start is read. */
  readonly ready: Promise<void>;

  private constructor(store: Store, heads: readonly AgentHead[], now: () => number, log: Log) {
    this.#store = store;
    this.#now = now;
    this.#completeSince = now() - READ_BACK_MS;
    const agents = heads.filter(({ agent }) => agent !== EVERYBODY);
    for (const { agent, seq } of agents) this.#waiting.set(agent, seq);
    this.ready = this.#readBack(agents).catch(toLog(log, 'figures', 'reading the last calls'));
  }

  static async open(
    store: Store,
    follower: JournalFollower,
    now: () => number,
    log: Log,
  ): Promise<CallBook> {
    const book = new CallBook(store, await store.heads(), now, log);
    follower.onRecord((agent, entry, at) => {
      if (agent === EVERYBODY || entry.seq <= (book.#waiting.get(agent) ?? 0)) return;
      book.#take(agent, entry, at);
    });
    return book;
  }

  get series(): UsageSeries {
    return this.#series;
  }

  /** The oldest first. */
  get calls(): readonly RecentCall[] {
    return this.#calls.all;
  }

  /** The oldest first. */
  get stops(): readonly StopMark[] {
    return this.#stops;
  }

  get completeSince(): number {
    return this.#completeSince;
  }

  close(): void {
    this.#isClosed = true;
  }

  #take(agent: string, entry: RecordEntry, at: number): void {
    const ended = this.#calls.take(agent, entry, at);
    const { record, decision, seq } = entry;
    const model = ended?.model ?? modelOf(record) ?? NO_MODEL;
    const used = usedBy(entry);
    if (used !== null) {
      const parent = ended === null && record.type === 'admit' ? record.parent : ended?.parent;
      const isSubagent = (parent ?? null) !== null;
      this.#series.add(at, { agent, model, labels: labelsOf(record), isSubagent }, used);
    }
    if (decision.killSwitch?.did !== 'killed') return;
    this.#stops.push({ at, agent, seq });
    if (this.#stops.length > 2 * STOPS_MAX) this.#stops = this.#stops.slice(-STOPS_MAX);
  }

  /** The newest rows of each journal; those of agents that were active last come first. */
  async #readBack(heads: readonly AgentHead[]): Promise<void> {
    const since = this.#now() - READ_BACK_MS;
    let left = ROWS_READ_MAX;
    for (const { agent, seq, at } of heads.toSorted((one, other) => other.at - one.at)) {
      if (this.#isClosed) return;
      if (at < since) break;
      const rows = left <= 0 ? [] : await this.#rowsBack(agent, seq, since, left);
      left -= rows.length;
      const [oldest] = rows;
      if (rows.length === 0) this.#completeSince = this.#now();
      else if (oldest !== undefined && oldest.seq > 1 && oldest.at >= since) {
        this.#completeSince = Math.max(this.#completeSince, oldest.at);
      }
      for (const row of rows) {
        const entry = readRow(row);
        if ('record' in entry) this.#take(agent, entry, row.at);
      }
    }
    this.#calls.settle();
    this.#stops.sort((one, other) => one.at - other.at);
  }

  async #rowsBack(
    agent: string,
    head: number,
    since: number,
    most: number,
  ): Promise<readonly JournalRow[]> {
    const chunks: (readonly JournalRow[])[] = [];
    let count = 0;
    for (let last = head; last > 0 && count < most && !this.#isClosed; last -= ROWS_AT_ONCE) {
      const first = Math.max(1, last - ROWS_AT_ONCE + 1);
      const rows = await this.#store.read(agent, first, last - first + 1);
      const newer = rows.filter(({ at, seq }) => at >= since && seq <= last);
      chunks.unshift(newer);
      count += newer.length;
      if (newer.length < last - first + 1) break;
    }
    return chunks.flat();
  }
}

/** The model that a record names. */
function modelOf(record: AgentRecord): string | undefined {
  return 'model' in record ? record.model : endOf(record)?.model;
}

/** What a record counts; null where it counts nothing. */
function usedBy({ record, decision }: RecordEntry): Partial<Used> | null {
  const stops = decision.killSwitch?.did === 'killed' ? { stops: 1 } : null;
  const end = endOf(record);
  if (end !== null) {
    const tokens = end.result.tokensUsed;
    if (tokens + (end.cachedTokens ?? 0) === 0) return stops;
    const cost = costOfResult(end);
    return { ...stops, answers: 1, tokens, microUsd: cost ?? 0, unpriced: cost === null ? 1 : 0 };
  }
  if (record.type !== 'admit' || record.purpose === 'tool') return stops;
  if (decision.safety.allowed) return { ...stops, calls: 1 };
  if (!isRefused(record, decision)) return stops;
  return { ...stops, refused: Math.max(1, record.repeats ?? 1) };
}

/** What a call was made for, each as one name. */
function labelsOf(record: AgentRecord): readonly string[] {
  const { user, project, branch, tags = [] } = ('labels' in record ? record.labels : null) ?? {};
  const single = { user, project, branch };
  const named = Object.entries(single).flatMap(([label, name]) =>
    name === undefined ? [] : [`${label}:${name}`],
  );
  return [...named, ...tags.map((tag) => `tag:${tag}`)];
}
