/**
 * Keeps the windows of the traced agents up to date with the journal, and answers questions about them.
 *
 * Windows are closed by later rows. A window in which an agent worked is also closed some seconds after its end, by an
 * entry that says that nothing came after; stretches of mere rest wait until somebody asks or the agent works again.
 */
import {
  actsOfTrace,
  AuditBook,
  Recorder,
  verifierText,
  violatedFlags,
  WINDOW_MS,
  windowEntry,
  type AuditWindow,
  type MeasuredWindow,
  type SharedAct,
  type WindowEntry,
  readSharedActs,
  recordWindows,
} from '../../audit/index.ts';
import { BoundedMap } from '../../base/bounded-map.ts';
import { EVERYBODY } from '../../base/everybody.ts';
import type {
  AuditEntriesAsked,
  AuditEntriesPage,
  AuditLogView,
  WindowsAsked,
  WindowsPage,
  WindowView,
} from '../../control/index.ts';
import type { Store } from '../../store/index.ts';

/** The time of the gate, and that of the machine. */
export interface Times {
  readonly nowMs: number;
  readonly wallMs: number;
}

/** Which agents are traced. */
export interface Audited {
  readonly byDefault: boolean;
  readonly named: Readonly<Record<string, boolean>>;
}

const KEPT_AT_ONCE = 32;
/** Rows under way are durable by then, or come too late and are taken at the window's end. */
const GRACE_MS = 10_000;
/** What a clock may drift by itself between two looks at it. */
const DRIFT_MS_MAX = 2_000;

/** Windows of rest that are made for somebody who asks: two days of them. */
const RESTING_MAX = 3_600;
/** For how many agents they are remembered. */
const RESTS_KEPT_MAX = 8;

/** Windows of rest made already, and the state that they go on from. */
interface Resting {
  readonly from: Recorder['state'];
  readonly recorder: Recorder;
  readonly windows: MeasuredWindow[];
}

/** The keeper of one data folder. */
export class AuditKeeper {
  readonly #store: Store;
  readonly #book: AuditBook;
  readonly #recorders = new Map<string, Recorder>();
  readonly #rests = new BoundedMap<string, Resting>(RESTS_KEPT_MAX);
  /** Agents are traced from the start of the run: what they did before the first look at them counts too. */
  readonly #startedMs: number;
  #driftMs: number;
  /** What people did to all agents, and how far their journal was read. */
  #acts: readonly SharedAct[] = [];
  #actsSeq = 0;

  private constructor(store: Store, book: AuditBook, startedMs: number, driftMs: number) {
    this.#store = store;
    this.#book = book;
    this.#startedMs = startedMs;
    this.#driftMs = driftMs;
  }

  /** Opens the audit folder and says in its log that Tripwire is there; returns the time it goes on from. */
  static async open(
    store: Store,
    folder: string,
    { nowMs, wallMs, tracedUntil = 0 }: Times & { readonly tracedUntil?: number },
  ): Promise<{ readonly keeper: AuditKeeper; readonly startedMs: number }> {
    const book = new AuditBook(folder);
    const heads = await store.heads();
    book.start(nowMs, wallMs, Math.max(tracedUntil, ...heads.map(({ at }) => at)));
    const startedMs = book.lastSeen() ?? nowMs;
    return { keeper: new AuditKeeper(store, book, startedMs, wallMs - startedMs), startedMs };
  }

  /** Takes in what the journal has that is new. */
  async tick({ nowMs, wallMs }: Times, audited: Audited): Promise<void> {
    this.#watchClock(nowMs, wallMs);
    this.#book.alive(nowMs);
    const heads = await this.#store.heads();
    await this.#readActs();
    for (const { agent, seq } of heads) {
      const isTraced = audited.named[agent] ?? audited.byDefault;
      if (agent === EVERYBODY || !isTraced) continue;
      const recorder = this.#recorder(agent);
      await this.#share(recorder);
      if (seq > recorder.state.seq) await this.#record(recorder);
      const { facts, tStartMs } = recorder.state;
      const isOver = tStartMs !== null && tStartMs + WINDOW_MS + GRACE_MS <= nowMs;
      if (isOver && facts.length > 0) await this.#rest(recorder, tStartMs + WINDOW_MS);
    }
  }

  /** Closes what is over, also of agents that only rest. */
  async close(nowMs: number): Promise<void> {
    await this.#readActs();
    for (const recorder of this.#recorders.values()) {
      await this.#share(recorder);
      await this.#record(recorder);
      const { tStartMs } = recorder.state;
      if (tStartMs !== null && tStartMs + WINDOW_MS <= nowMs) await this.#rest(recorder, nowMs);
    }
    this.#book.alive(nowMs);
  }

  /** Windows of an agent: those in the log, then the stretch of rest that is not. */
  windows(agent: string, asked: WindowsAsked, nowMs: number): WindowsPage {
    const logged = this.#book.logged(agent);
    const total = logged.length;
    const over = this.#restingCount(agent, nowMs);
    const from = asked.from ?? Math.max(0, total + over - asked.limit);
    const resting = this.#resting(agent, Math.min(over, from + asked.limit - total));
    const measured = this.#book.windows(agent, from, asked.limit);
    const past = logged.slice(from, from + asked.limit).map((entry, place): WindowView => {
      const window = measured[place];
      const log_index = this.#book.placeOf(entry.window_id) ?? null;
      return {
        ...viewOf(from + place, entry, window, log_index),
        ...(window === undefined || asked.summary ? {} : { window }),
      };
    });
    const rest = resting
      .filter(({ index }) => index >= from && index < from + asked.limit)
      .map((one): WindowView => ({
        ...viewOf(one.index, windowEntry(one), one.window, null),
        ...(asked.summary ? {} : { window: one.window }),
      }));
    const windows = [...past, ...rest];
    return {
      agent,
      audited: this.#book.stretches(agent).length > 0,
      total: total + over,
      windows,
    };
  }

  /** The log as it stands. */
  log(): AuditLogView {
    const { verifier, checkpoint, size } = this.#book.log;
    return { audited: true, key: verifierText(verifier), checkpoint, size };
  }

  /** Entries of the log, as they are hashed. */
  entries({ from, limit }: AuditEntriesAsked): AuditEntriesPage {
    const { log } = this.#book;
    const to = Math.max(from, Math.min(log.size, from + limit));
    const texts = Array.from({ length: to - from }, (_, place) =>
      String(log.entry(from + place) ?? ''),
    );
    return { from, size: log.size, entries: texts };
  }

  /** How many windows are over and not in the log. */
  #restingCount(agent: string, nowMs: number): number {
    const tStartMs = this.#recorders.get(agent)?.state.tStartMs ?? null;
    if (tStartMs === null) return 0;
    const over = Math.floor((nowMs - GRACE_MS - tStartMs) / WINDOW_MS);
    return Math.min(RESTING_MAX, Math.max(0, over));
  }

  /** The first so many of them. Each takes milliseconds of hashing, so they are remembered until the agent works. */
  #resting(agent: string, count: number): readonly MeasuredWindow[] {
    const live = this.#recorders.get(agent);
    if (live === undefined || count <= 0) return [];
    const known = this.#rests.get(agent);
    const resting = known?.from === live.state ? known : this.#newResting(live);
    this.#rests.set(agent, resting);
    while (resting.windows.length < count) {
      const next = resting.recorder.closeNext(Infinity);
      if (next === null) break;
      resting.windows.push(next);
    }
    return resting.windows.slice(0, count);
  }

  #newResting({ state }: Recorder): Resting {
    const { gaps } = this.#book;
    return { from: state, recorder: new Recorder(state, () => gaps), windows: [] };
  }

  async #rest(recorder: Recorder, untilMs: number): Promise<void> {
    const { agent, seq } = recorder.state;
    this.#book.add([{ v: 1, kind: 'idle', agent, seq, until_ms: untilMs }]);
    await this.#record(recorder);
  }

  async #readActs(): Promise<void> {
    const { acts, seq } = await readSharedActs(this.#store, this.#actsSeq);
    [this.#acts, this.#actsSeq] = [[...this.#acts, ...acts], seq];
  }

  /** Takes what was done to all agents into the trace of one, each act where its time is among the agent's rows. */
  async #share(recorder: Recorder): Promise<void> {
    const { agent } = recorder.state;
    const last = this.#book.lastAct(agent);
    if ((this.#acts.at(-1)?.of ?? 0) <= last) return;
    const acts = actsOfTrace(this.#acts, this.#book.stretches(agent));
    for (const act of acts.filter(({ of }) => of > last)) {
      await this.#record(recorder, act.at_ms);
      const { seq } = recorder.state;
      this.#book.add([{ v: 1, kind: 'all', agent, seq, ...act }]);
      await this.#record(recorder, act.at_ms);
    }
  }

  async #record(recorder: Recorder, untilMs?: number): Promise<void> {
    const { agent } = recorder.state;
    const marks = this.#book.marks(agent);
    let closed: MeasuredWindow[] = [];
    for await (const window of recordWindows(this.#store, recorder, marks, untilMs)) {
      closed.push(window);
      if (closed.length < KEPT_AT_ONCE) continue;
      this.#book.keep(recorder, closed);
      closed = [];
    }
    if (closed.length > 0) this.#book.keep(recorder, closed);
  }

  #recorder(agent: string): Recorder {
    const known = this.#recorders.get(agent) ?? this.#book.recorder(agent, this.#startedMs);
    this.#recorders.set(agent, known);
    return known;
  }

  #watchClock(nowMs: number, wallMs: number): void {
    const shift = wallMs - nowMs - this.#driftMs;
    if (Math.abs(shift) <= DRIFT_MS_MAX) return;
    this.#driftMs = wallMs - nowMs;
    this.#book.add([{ v: 1, kind: 'clock', at_ms: nowMs, shift_ms: shift }]);
  }
}

function viewOf(
  index: number,
  entry: WindowEntry,
  window: AuditWindow | undefined,
  logIndex: number | null,
): WindowView {
  const { window_id, t_start_ms, asc_root, flags, ok, ok_chain } = entry;
  const violated = violatedFlags(flags);
  return {
    index,
    window_id,
    t_start_ms,
    asc_root,
    flags,
    violated,
    ok,
    ok_chain,
    rest_mask: (window?.governance.rest_mask ?? []).map((word) => word.slice(0, 1)).join(''),
    log_index: logIndex,
  };
}
