/**
 * What every agent spent, today and in all, from the journal.
 *
 * It follows the journal beside the agents and costs them nothing. What it counted is kept as a document with the row
 * it counted up to, so a server that starts again reads only what came after; without the documents it counts
 * the whole journal anew.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import { NO_LOG, toLog, type Log } from '../../base/log.ts';
import { withDeadline } from '../../base/node/deadline.ts';
import { readRow, type RecordEntry, type JournalFollower } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import { Documents } from '../api/documents.ts';
import {
  countRecord,
  emptySpend,
  spendLedgerShape,
  turnDay,
  type SpendLedger,
} from './spend-ledger.ts';

const KEEP_EVERY_MS = 10_000;
const KEPT_AT_ONCE = 500;
const ROWS_AT_ONCE = 500;
/** How long whoever looks waits for what is being counted. */
const LOOK_MS_MAX = 1_000;
/** With more agents than this, looking takes so long that it is done once a second, however many ask. */
const AGENTS_FEW = 1_000;
const LOOK_EVERY_MS = 1_000;

/** The ledgers of all agents. */
export class SpendBook {
  readonly #store: Store;
  readonly #follower: JournalFollower;
  readonly #now: () => number;
  readonly #failed: (doing: string) => (error: unknown) => undefined;
  readonly #documents: Documents<SpendLedger>;
  readonly #ledgers = new Map<string, SpendLedger>();
  readonly #changed = new Set<string>();
  /** Agents whose journal is not read to its end yet, with where it ended at the start. */
  readonly #waiting = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #ready: Promise<void> = Promise.resolve();
  #isClosed = false;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  private constructor(store: Store, follower: JournalFollower, now: () => number, log: Log) {
    this.#store = store;
    this.#failed = (doing) => toLog(log, 'figures', doing);
    this.#follower = follower;
    this.#now = now;
    this.#documents = new Documents(store, 'spend', spendLedgerShape);
    this.#timer = setInterval(
      () => void this.#keep().catch(this.#failed('keeping what agents spent')),
      KEEP_EVERY_MS,
    ).unref();
  }

  /** Counts in the background what was recorded while nobody counted; `follower` brings what is new from here on. */
  static async open(
    store: Store,
    follower: JournalFollower,
    now: () => number,
    log: Log = NO_LOG,
  ): Promise<SpendBook> {
    const book = new SpendBook(store, follower, now, log);
    for (const { agent, seq } of await store.heads()) {
      if (agent !== EVERYBODY) book.#waiting.set(agent, seq);
    }
    follower.onRecord((agent, entry, at) => book.#take(agent, entry, at));
    book.#ready = book.#catchUp().catch(book.#failed('counting what was spent before the start'));
    return book;
  }

  /** Takes in what is new. Never fails and never takes long: what is not counted yet is not shown yet. */
  async update(): Promise<void> {
    const nowMs = performance.now();
    const isRecent = nowMs - this.#lookedAtMs < LOOK_EVERY_MS;
    if (this.#ledgers.size > AGENTS_FEW && isRecent && !this.#isClosed) return;
    this.#lookedAtMs = nowMs;
    const counted = this.#ready
      .then(() => this.#follower.update())
      .catch(this.#failed('counting what is spent'));
    await withDeadline(counted, LOOK_MS_MAX, () => undefined);
  }

  /** What an agent spent, as far as it is counted. */
  of(agent: string): SpendLedger {
    const ledger = this.#ledgers.get(agent) ?? emptySpend();
    turnDay(ledger, this.#now());
    return ledger;
  }

  /** Of all agents but these. */
  allBut(agents: ReadonlySet<string>): readonly SpendLedger[] {
    const names = [...this.#ledgers.keys()].filter((agent) => !agents.has(agent));
    return names.map((agent) => this.of(agent));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.update();
    await this.#keep().catch(this.#failed('keeping what agents spent'));
  }

  /** The rows of the agents that were there at the start, to the end of their journals. */
  async #catchUp(): Promise<void> {
    const kept = await this.#documents.all({ newestFirst: true });
    const known = new Map(kept.map(({ id, value }) => [id, value]));
    for (const [agent, head] of this.#waiting) {
      const found = known.get(agent) ?? (await this.#documents.find(agent))?.value;
      // Counted beyond the end of the journal, it is of another journal.
      const ledger = found === undefined || found.seq > head ? emptySpend() : found;
      while (!this.#isClosed) {
        const rows = await this.#store.read(agent, ledger.seq + 1, ROWS_AT_ONCE);
        if (rows.length === 0) break;
        for (const row of rows) {
          const entry = readRow(row);
          if ('record' in entry) countRecord(ledger, entry, row.at);
          ledger.seq = row.seq;
        }
        this.#changed.add(agent);
      }
      this.#ledgers.set(agent, ledger);
      // From here on the follower brings what is new; what it brought before was read here.
      this.#waiting.delete(agent);
    }
  }

  #take(agent: string, entry: RecordEntry, at: number): void {
    if (agent === EVERYBODY || this.#waiting.has(agent)) return;
    const ledger = this.#ledgers.get(agent) ?? emptySpend();
    this.#ledgers.set(agent, ledger);
    if (entry.seq <= ledger.seq) return;
    countRecord(ledger, entry, at);
    this.#changed.add(agent);
  }

  async #keep(): Promise<void> {
    const agents = [...this.#changed];
    this.#changed.clear();
    for (let at = 0; at < agents.length; at += KEPT_AT_ONCE) {
      const put = agents
        .slice(at, at + KEPT_AT_ONCE)
        .map((agent) => this.#documents.document(agent, this.#now(), this.of(agent)));
      await this.#store.changeDocuments({ put });
    }
  }
}
