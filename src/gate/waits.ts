/**
 * Calls that wait for a veto or a limit to pass, so that people see that an agent is held back, and until when.
 */
import type { SafetyVeto, StepResult, Waited } from '../core/index.ts';
import type { RunningCall } from './open-calls.ts';

/** Held back for a while; it continues by itself. */
export interface Waiting {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly veto: SafetyVeto;
  /** Why, with the numbers. */
  readonly reason: string;
}

/** A wait with the conversation that it holds back. */
export interface WaitingCall extends Waiting {
  readonly session: string | null;
}

/** Every call that waits, by agent, and how long those that passed have waited. */
export class Waits {
  readonly #byAgent = new Map<string, Map<RunningCall, Waiting>>();
  readonly #waited = new WeakMap<RunningCall, Waited>();

  /** It waits from `nowMs` on, until `end` is called with the time. */
  begin(call: RunningCall, waiting: Waiting, nowMs: number): (endMs: number) => void {
    const waits = this.#byAgent.get(call.agent) ?? new Map<RunningCall, Waiting>();
    waits.set(call, waiting);
    this.#byAgent.set(call.agent, waits);
    return (endMs) => {
      waits.delete(call);
      if (waits.size === 0) this.#byAgent.delete(call.agent);
      const before = this.#waited.get(call)?.ms ?? 0;
      this.#waited.set(call, { ms: before + endMs - nowMs, veto: waiting.veto });
    };
  }

  /** How long a call has waited by now; null when it has not. */
  waited(call: RunningCall): Waited | null {
    return this.#waited.get(call) ?? null;
  }

  of(agent: string): readonly WaitingCall[] {
    const waits = this.#byAgent.get(agent);
    return waits === undefined
      ? []
      : [...waits].map(([{ session }, waiting]) => ({ session, ...waiting }));
  }
}

/** A minute has sixty seconds of which each may change the answer; cooldowns and modes add a few. */
const CHANGES_MAX = 70;

/** When a question would be answered with yes if nothing but time passed; `latestMs` when not before that. */
export function passesAt(
  askAt: (atMs: number) => Pick<StepResult, 'safety' | 'wakeAt'>,
  now: Pick<StepResult, 'wakeAt'>,
  latestMs: number,
): number {
  let { wakeAt } = now;
  for (let change = 0; change < CHANGES_MAX && wakeAt !== null && wakeAt < latestMs; change += 1) {
    const asked = askAt(wakeAt);
    if (asked.safety.allowed) return wakeAt;
    if (asked.wakeAt === null || asked.wakeAt <= wakeAt) break;
    ({ wakeAt } = asked);
  }
  return latestMs;
}
