/**
 * What the simulator itself knows of one agent: its clock, its places, its envelope, its holds.
 *
 * Every record is opened before the core sees it and closed after the decision; in between the
 * checks compare what the core said with what the book says.
 */
import {
  timestampOf,
  type AgentRecord,
  type ConstitutionValues,
  type EnvelopeChange,
} from '../../src/core/index.ts';
import { SessionBook, ThreadBook } from './session-book.ts';
import { covers, StopTracker, type Level } from './stop-tracker.ts';

const PLACES_MAX = 64;

/** Where a record belongs, by the book. */
export interface OpenedPlace {
  readonly now: number;
  readonly clamped: boolean;
  /** The level an operator or a signal addresses; the thread itself for all others. */
  readonly level: Level;
  readonly sessionName: string;
  readonly threadName: string;
  readonly session: SessionBook;
  readonly thread: ThreadBook;
  /** The core had no room left, so it must have let one go. */
  readonly evictsSession: boolean;
  readonly evictsThread: boolean;
}

/** The book of one agent. */
export class AgentBook {
  readonly values: ConstitutionValues;
  readonly stops = new StopTracker();
  readonly sessions = new Map<string, SessionBook>();
  /** Its own limits. */
  maxTokens = Infinity;
  maxToolCalls = Infinity;
  /** Once something was let go, holds may stand higher than they were raised. */
  evictions = 0;
  clock = 0;
  #lastSession: string | null = null;

  constructor(values: ConstitutionValues) {
    this.values = values;
  }

  /** Finds the place of a record and lets time pass there. */
  open(record: AgentRecord): OpenedPlace {
    const stamp = timestampOf(record);
    const clamped = stamp < this.clock;
    this.clock = Math.max(this.clock, stamp);
    const now = this.clock;
    const { level, sessionName, threadName } = this.#locate(record);
    let session = this.sessions.get(sessionName);
    const evictsSession = session === undefined && this.sessions.size >= PLACES_MAX;
    if (session === undefined) {
      session = new SessionBook(now);
      this.sessions.set(sessionName, session);
    }
    let thread = session.threads.get(threadName);
    const evictsThread = thread === undefined && session.threads.size >= PLACES_MAX;
    if (thread === undefined) {
      thread = new ThreadBook();
      session.threads.set(threadName, thread);
    }
    session.passTime(now, thread);
    session.lastThread = threadName;
    this.#lastSession = sessionName;
    return {
      now,
      clamped,
      level,
      sessionName,
      threadName,
      session,
      thread,
      evictsSession,
      evictsThread,
    };
  }

  /** The limits in force at this health (ten-thousandths), worked out from the words of T 9. */
  limits(health: number): { readonly tokens: number; readonly toolCalls: number } {
    const { values } = this;
    const budget = Math.min(values.maxTokensPerMinute, this.maxTokens);
    const cap = Math.round(values.recoveryCap * 10_000);
    const lowest = cap * values.budgetShareMin;
    const part = Math.min(cap, Math.max(lowest, health));
    const tokens = Math.max(1, Math.floor((budget * part) / cap));
    return { tokens, toolCalls: Math.min(values.maxToolCallsPerMinute, this.maxToolCalls) };
  }

  /** Whether a change would loosen the constitution; if not, it is taken. */
  configure(change: EnvelopeChange): boolean {
    const { maxTokensPerMinute: tokens, maxToolCallsPerMinute: calls } = change;
    if ((tokens ?? 0) > this.values.maxTokensPerMinute) return false;
    if ((calls ?? 0) > this.values.maxToolCallsPerMinute) return false;
    if (tokens !== undefined) this.maxTokens = tokens ?? Infinity;
    if (calls !== undefined) this.maxToolCalls = calls ?? Infinity;
    return true;
  }

  /** Forgets what the core says it let go, by its note. */
  evict(place: OpenedPlace, reason: string): void {
    const { session, sessionName, threadName } = place;
    if (place.evictsSession) {
      this.evictions += 1;
      evictNamed(this.sessions, sessionName, reason, 'SESSION_EVICTED');
    }
    if (place.evictsThread) {
      this.evictions += 1;
      evictNamed(session.threads, threadName, reason, 'THREAD_EVICTED');
    }
  }

  /** The sessions at or below a level, but for the one a record was answered for. */
  *others(place: OpenedPlace): Generator<SessionBook> {
    for (const [session, book] of this.sessions) {
      if (book !== place.session && covers(place.level, { session, thread: null })) yield book;
    }
  }

  #locate(record: AgentRecord): {
    readonly level: Level;
    readonly sessionName: string;
    readonly threadName: string;
  } {
    const { session, thread } = record;
    const wide = record.type === 'operator' || record.type === 'signal';
    if (!wide || thread !== undefined) {
      const [sessionName, threadName] = [session ?? 'main', thread ?? 'main'];
      return { level: { session: sessionName, thread: threadName }, sessionName, threadName };
    }
    const sessionName = session ?? this.#lastSession ?? 'main';
    const threadName = this.sessions.get(sessionName)?.lastThread ?? 'main';
    return { level: { session: session ?? null, thread: null }, sessionName, threadName };
  }
}

function evictNamed<T>(kept: Map<string, T>, staying: string, reason: string, code: string): void {
  for (const name of kept.keys()) {
    if (name === staying || !`; ${reason}`.includes(`; ${code}: "${name}"; `)) continue;
    kept.delete(name);
    return;
  }
}
