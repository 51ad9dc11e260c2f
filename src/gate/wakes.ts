/**
 * Wakes the core when its answer would change without input, and records that only when somebody would notice.
 */
import type { AgentRecord, Decision, TickRecord } from '../core/index.ts';
import type { AgentLine } from './agent-line.ts';
import type { Clock } from './clock.ts';

interface Planned {
  readonly timer: NodeJS.Timeout;
}

/** One timer for each thread whose answer will change by itself. */
export class Wakes {
  readonly #clock: Clock;
  readonly #record: (line: AgentLine, record: AgentRecord) => void;
  readonly #planned = new Map<string, Planned>();

  constructor(clock: Clock, record: (line: AgentLine, record: AgentRecord) => void) {
    this.#clock = clock;
    this.#record = record;
  }

  /** Plans the next wake of the thread that a decision is about. */
  plan(line: AgentLine, record: AgentRecord, decision: Decision): void {
    const key = JSON.stringify([line.agent, record.session ?? '', record.thread ?? '']);
    clearTimeout(this.#planned.get(key)?.timer);
    this.#planned.delete(key);
    const { wakeAt } = decision;
    if (wakeAt === null) return;
    const wake = () => {
      this.#planned.delete(key);
      this.#wake(line, record, decision);
    };
    const timer = setTimeout(wake, Math.max(1, wakeAt - this.#clock.now()));
    this.#planned.set(key, { timer: timer.unref() });
  }

  close(): void {
    for (const { timer } of this.#planned.values()) clearTimeout(timer);
    this.#planned.clear();
  }

  #wake(line: AgentLine, { session, thread }: AgentRecord, before: Decision): void {
    const tick: TickRecord = {
      type: 'tick',
      timestamp: this.#clock.now(),
      agent: line.agent,
      ...(session === undefined ? {} : { session }),
      ...(thread === undefined ? {} : { thread }),
    };
    const after = line.peek(tick);
    // What a person or a client would notice is recorded; the rest is the same answer in other words.
    if (noticed(before) !== noticed(after)) this.#record(line, tick);
    else this.plan(line, tick, after);
  }
}

function noticed({ activity, health, holds, safety }: Decision): string {
  const standing = holds.map(({ hold, level, target }) => [hold, level, target ?? null]);
  return JSON.stringify([activity.mode, health, standing, safety.vetoReason ?? null]);
}
