import { fitsAny } from '../../base/glob.ts';
/**
 * Call quota: a tool may be called so often in a session, or so often within some time.
 *
 * Calls that were let through count, whether or not they succeed: what a quota protects against is the calling.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import type { SessionView, SliceDefinition } from '../session/slice.ts';
import {
  ALLOWED,
  denied,
  type PolicyContext,
  type PolicyDecision,
  type ToolPolicy,
} from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';

/** What the policy is made of. */
export interface CallQuotaOptions {
  /** The tools that share the quota, `*` for any text. */
  readonly tools: readonly string[];
  readonly maxCalls: number;
  /** Within how long; the whole session when it is not given. */
  readonly perMs?: number;
  /** Needed when a prompt has two of them. */
  readonly name?: string;
  /** Where the calls are counted that must outlive the session; nowhere when it is not given. */
  readonly ledger?: QuotaLedger;
}

/** Counts calls over the end of a session. A failure denies the call. */
export interface QuotaLedger {
  /** When calls of a quota were let through lately, oldest first. */
  times(quota: string, now: number): readonly number[];
  /** Counts one more; the times up to and with it. */
  add(quota: string, now: number): readonly number[];
}

/** A quota of a whole session counts so long in a ledger, which knows no session. */
const LEDGER_SESSION_MS = 86_400_000;

const CALLS_MAX = 10_000;

/** When calls were let through, by policy: as many times as its quota allows. */
const CALL_TIMES: SliceDefinition<Readonly<Record<string, readonly number[]>>> = {
  key: 'guardrails.call-quotas',
  initial: {},
  // A log: going back to a snapshot does not undo a call.
  kind: 'log',
};

/** Denies a call beyond the quota. */
export class CallQuota implements ToolPolicy {
  readonly name: string;
  readonly #tools: readonly string[];
  readonly #maxCalls: number;
  readonly #perMs: number | null;
  readonly #ledger: QuotaLedger | null;

  constructor({ tools, maxCalls, perMs, name = 'call_quota', ledger }: CallQuotaOptions) {
    if (!Number.isInteger(maxCalls) || maxCalls < 0 || maxCalls > CALLS_MAX) {
      refuseGuardrail('maxCalls', `must be a whole number from 0 to ${CALLS_MAX}, not ${maxCalls}`);
    }
    if (perMs !== undefined && (!Number.isInteger(perMs) || perMs < 1)) {
      refuseGuardrail('perMs', `must be a whole number of milliseconds from 1, not ${perMs}`);
    }
    this.name = name;
    this.#tools = tools;
    this.#maxCalls = maxCalls;
    this.#perMs = perMs ?? null;
    this.#ledger = ledger ?? null;
  }

  /** Only looks: a call that another policy denies must not use up the quota. */
  check(tool: DeclaredTool, _params: unknown, { session }: PolicyContext): PolicyDecision {
    return fitsAny(this.#tools, tool.name) ? this.#look(tool, session) : ALLOWED;
  }

  reserve(tool: DeclaredTool, _params: unknown, { session }: PolicyContext): PolicyDecision {
    if (!fitsAny(this.#tools, tool.name)) return ALLOWED;
    const looked = this.#look(tool, session);
    if (!looked.allowed) return looked;
    const at = session.now();
    const judged = this.#count(tool, at);
    if (judged.allowed) {
      session.slice(CALL_TIMES).update((all) => {
        const times = [...timesIn(all, this.name), at].slice(-this.#maxCalls);
        return { ...all, [this.name]: times };
      });
    }
    return judged;
  }

  #look(tool: DeclaredTool, session: SessionView): PolicyDecision {
    const now = session.now();
    const own = this.#judge(
      tool,
      timesIn(session.slice(CALL_TIMES).get(), this.name),
      now,
      this.#maxCalls,
    );
    if (!own.allowed || this.#ledger === null) return own;
    const times = this.#ledger.times(this.name, now).filter((at) => now - at < LEDGER_SESSION_MS);
    return this.#judge(tool, times, now, this.#maxCalls);
  }

  /** Counts the call where it must outlive the session; another process may have been faster. */
  #count(tool: DeclaredTool, now: number): PolicyDecision {
    if (this.#ledger === null) return ALLOWED;
    const times = this.#ledger.add(this.name, now).filter((at) => now - at < LEDGER_SESSION_MS);
    return this.#judge(tool, times, now, this.#maxCalls + 1);
  }

  /** Denies when so many calls, or more, were let through already. */
  #judge(
    tool: DeclaredTool,
    times: readonly number[],
    now: number,
    denyFrom: number,
  ): PolicyDecision {
    const perMs = this.#perMs;
    const counted = perMs === null ? times : times.filter((at) => now - at < perMs);
    if (counted.length < denyFrom) return ALLOWED;
    const [oldest] = counted;
    const span = perMs === null ? 'in this session' : `within ${perMs} ms`;
    const later =
      perMs === null || oldest === undefined
        ? 'Go on without it.'
        : `Try again in ${oldest + perMs - now} ms.`;
    return denied(
      `Tool '${tool.name}' may be called ${this.#maxCalls} times ${span}, and has been. ${later}`,
    );
  }
}

function timesIn(all: Readonly<Record<string, readonly number[]>>, name: string) {
  return Object.hasOwn(all, name) ? (all[name] ?? []) : [];
}
