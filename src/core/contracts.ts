/**
 * The contracts of the frozen specification (§2.1), under exactly its names.
 *
 * They are the vocabulary every room shares, so they stand alone: this file imports nothing.
 */

/** One response of an agent, measured. Sources deliver it as data, without interpretation. */
export interface AgentEvent {
  /** Integer milliseconds; a value lower than the last one is clamped to it. */
  readonly timestamp: number;
  /** Tokens newly paid for: uncached input, cache writes and output. */
  readonly tokenCount: number;
  readonly toolCalls: number;
  readonly latencyMs: number;
  /** Characters of output. */
  readonly outputLength: number;
  /** 16 hex digits are a 64-bit SimHash; anything else is compared for equality. */
  readonly outputHash?: string;
}

/** How much an agent spends, judged by the tokens of the sliding minute. */
export type Intensity = 'LOW' | 'NORMAL' | 'HIGH';

/** What an agent is doing, as far as its events show. */
export type ActivityMode = 'IDLE' | 'WORKING' | 'LOOPING' | 'RUNAWAY';

/** The activity engine's view of one thread. */
export interface ActivityState {
  readonly intensity: Intensity;
  readonly mode: ActivityMode;
  /** Never empty. */
  readonly reason: string;
  /** When the mode was entered. */
  readonly since: number;
}

/** What the intent core would do. */
export type Intent = 'CONTINUE' | 'PAUSE' | 'STOP';

/** The intent core's proposal; the gate has the last word. */
export interface IntentDecision {
  readonly intent: Intent;
  /** From 0 to 1, four digits. */
  readonly confidence: number;
  readonly reason: string;
}

/** The six automatic reasons to say no, highest first in `VETO_PRIORITY`. */
export type SafetyVeto =
  | 'RUNAWAY_DETECTED'
  | 'LOOP_DETECTED'
  | 'TOKEN_BUDGET_EXCEEDED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'COOLDOWN_ACTIVE'
  | 'HEALTH_DEGRADED';

/** The gate's answer: nothing passes without `allowed`. */
export interface SafetyDecision {
  readonly allowed: boolean;
  /** Tokens left in the sliding minute under the effective budget. */
  readonly remainingBudget: number;
  /** Names everything that applies: vetoes, holds, warnings, and the numbers behind them. */
  readonly reason: string;
  /** The highest veto that applies. */
  readonly vetoReason?: SafetyVeto;
}

/** How an execution ended. */
export type ExecutionStatus = 'SUCCESS' | 'PARTIAL' | 'FAILED' | 'BLOCKED';

/** What the execution adapter reports back; it feeds health. */
export interface ExecutionResult {
  readonly executed: boolean;
  readonly status: ExecutionStatus;
  readonly tokensUsed: number;
  readonly latencyMs: number;
}
