/**
 * What agents spent at least, by the calls that passed: the oracle of budgets.
 *
 * It never counts more than was surely spent: what a call really used once its end is durable, else the smaller of that
 * and of what was reserved. So a budget that is broken by this count is broken by any.
 */
import type { DurableRecord } from './durable-record.ts';

const DAY_MS = 86_400_000;
/** The gate counts by whole seconds, so the first of its sixty may be nearly over. */
const MINUTE_SURE_MS = 59_000;

interface Call {
  readonly id: string;
  readonly at: number;
  readonly estimate: number;
  readonly reserved: number;
  used: number | null;
}

/** The limits of an agent that the ledger watches. */
export interface Watched {
  readonly tokensPerDay?: number;
  readonly callsPerDay?: number;
  readonly tokensPerMinute?: number;
}

/** The spending of all agents. */
export class SpendLedger {
  readonly #durable: DurableRecord;
  readonly #calls = new Map<string, Call[]>();

  constructor(durable: DurableRecord) {
    this.#durable = durable;
  }

  /** Why a call that passed should not have; null when all is well. It is counted from now on. */
  passed(
    agent: string,
    { tokensPerDay, callsPerDay, tokensPerMinute }: Watched,
    call: {
      readonly id: string;
      readonly at: number;
      readonly estimate: number;
      readonly reserved: number;
    },
  ): string | null {
    const calls = this.#calls.get(agent) ?? [];
    this.#calls.set(agent, calls);
    const today = calls.filter(({ at }) => dayOf(at) === dayOf(call.at));
    const spent = today.reduce((sum, one) => sum + this.#atLeast(one), 0);
    const recent = calls.filter(({ at }) => at <= call.at && at > call.at - MINUTE_SURE_MS);
    const inMinute = recent.reduce((sum, { estimate }) => sum + estimate, 0);
    calls.push({ ...call, used: null });
    if (tokensPerDay !== undefined && spent + call.reserved > tokensPerDay) {
      return `${spent} tokens were spent and ${call.reserved} reserved; the budget is ${tokensPerDay}`;
    }
    if (callsPerDay !== undefined && today.length + 1 > callsPerDay) {
      return `${today.length + 1} calls passed; the budget is ${callsPerDay}`;
    }
    if (
      tokensPerMinute !== undefined &&
      inMinute > 0 &&
      inMinute + call.estimate > tokensPerMinute
    ) {
      return `minute: ${inMinute} tokens and ${call.estimate} more; the limit is ${tokensPerMinute}`;
    }
    return null;
  }

  /** What a call really used. */
  used(agent: string, id: string, tokens: number): void {
    const call = this.#calls.get(agent)?.find((one) => one.id === id);
    if (call !== undefined) call.used = tokens;
  }

  /** Calls of some agents on the day of a moment. */
  callsOn(agents: readonly string[], moment: number): number {
    return agents
      .flatMap((agent) => this.#calls.get(agent) ?? [])
      .filter(({ at }) => dayOf(at) === dayOf(moment)).length;
  }

  #atLeast({ id, reserved, used }: Call): number {
    if (used === null) return 0;
    return this.#durable.settled.has(id) ? used : Math.min(used, reserved);
  }
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
