/**
 * Wakes the core when somebody may notice that its answer changed without input, and records that only where it did.
 */
import { present } from '../base/present.ts';
import { TIMER_MS_MAX } from '../base/time-limits.ts';
import type { AgentRecord, AgentState, Decision, TickRecord } from '../core/index.ts';
import { noticed } from '../core/wake/notice.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { Clock } from './clock.ts';

/** The next wake of a thread. */
interface Planned {
  readonly timer: NodeJS.Timeout;
  readonly dueMs: number;
  /** The thread, and what was last said about it. */
  chain: AgentChain;
  record: AgentRecord;
  decision: Decision;
}

/** One timer for each thread whose answer will change by itself. */
export class Wakes {
  readonly #clock: Clock;
  readonly #record: (chain: AgentChain, record: AgentRecord) => void;
  readonly #planned = new Map<string, Planned>();

  constructor(clock: Clock, record: (chain: AgentChain, record: AgentRecord) => void) {
    this.#clock = clock;
    this.#record = record;
  }

  /** Plans the next wake of the thread that a decision is about. */
  plan(chain: AgentChain, record: AgentRecord, decision: Decision): void {
    this.#plan(chain, chain.latest, record, decision);
  }

  #plan(chain: AgentChain, state: AgentState, record: AgentRecord, decision: Decision): void {
    const key = `${chain.agent}\n${record.session ?? ''}\n${record.thread ?? ''}`;
    const planned = this.#planned.get(key);
    const wakeAt = chain.noticeAt(record, decision, state);
    // A timer that is due no later does as well: when it fires, the core says when to wake next.
    if (planned !== undefined && wakeAt !== null && planned.dueMs <= wakeAt) {
      planned.chain = chain;
      planned.record = record;
      planned.decision = decision;
      return;
    }
    clearTimeout(planned?.timer);
    this.#planned.delete(key);
    if (wakeAt === null) return;
    const wake = () => {
      const due = this.#planned.get(key);
      this.#planned.delete(key);
      if (due !== undefined) this.#wake(due);
    };
    // What is due later than a timer can wait is looked at in between, and planned again.
    const inMs = Math.min(TIMER_MS_MAX, Math.max(1, wakeAt - this.#clock.now()));
    const timer = setTimeout(wake, inMs).unref();
    this.#planned.set(key, { timer, dueMs: wakeAt, chain, record, decision });
  }

  close(): void {
    for (const { timer } of this.#planned.values()) clearTimeout(timer);
    this.#planned.clear();
  }

  #wake({ chain, record: { session, thread }, decision: before }: Planned): void {
    const tick: TickRecord = {
      agent: chain.agent,
      ...present({ session, thread }),
      timestamp: this.#clock.now(),
      type: 'tick',
    };
    const after = chain.peek(tick);
    // What a person or a client would notice is recorded; the rest is the same answer in other words.
    if (noticed(before) !== noticed(after)) this.#record(chain, tick);
    else this.#plan(chain, after.state, tick, after);
  }
}
