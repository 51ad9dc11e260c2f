/**
 * The calls that are under way, so that a stop reaches them at once.
 */
import { MAIN } from '../base/main-name.ts';
import type { GateRefusal } from '../core/index.ts';

/** A call under way. */
export interface RunningCall {
  readonly agent: string;
  readonly session: string | null;
  readonly thread: string | null;
  /** The conversation that started this one; absent where no subagent asks. */
  readonly parent?: string;
  readonly abort: AbortController;
  /** It may pass under a grace. */
  readonly saves: boolean;
  /** It was let through: a budget that pauses its agent later leaves it alone. */
  isPaidFor: boolean;
}

/** Every call under way, by agent; only the gate changes it. */
export class OpenCalls {
  readonly #byAgent = new Map<string, Set<RunningCall>>();

  add(call: RunningCall): void {
    const calls = this.#byAgent.get(call.agent) ?? new Set();
    calls.add(call);
    this.#byAgent.set(call.agent, calls);
  }

  remove(call: RunningCall): void {
    const calls = this.#byAgent.get(call.agent);
    calls?.delete(call);
    if (calls?.size === 0) this.#byAgent.delete(call.agent);
  }

  /** How many calls of a session of an agent are under way, or of one conversation of it. */
  within(agent: string, session: string, thread: string | null): number {
    const calls = [...(this.#byAgent.get(agent) ?? [])];
    return calls.filter(
      (one) =>
        (one.session ?? MAIN) === session && (thread === null || (one.thread ?? MAIN) === thread),
    ).length;
  }

  /** How many calls of an agent are under way; of all agents when none is named. */
  count(agent?: string): number {
    if (agent !== undefined) return this.#byAgent.get(agent)?.size ?? 0;
    return [...this.#byAgent.values()].reduce((sum, calls) => sum + calls.size, 0);
  }

  /** Ends every call for which a refusal stands; returns how many it ended. */
  cut(refusalOf: (call: RunningCall) => GateRefusal | null): number {
    let ended = 0;
    for (const call of [...this.#byAgent.values()].flatMap((calls) => [...calls])) {
      const refusal = refusalOf(call);
      if (refusal === null || call.abort.signal.aborted) continue;
      call.abort.abort(refusal);
      ended += 1;
    }
    return ended;
  }
}
