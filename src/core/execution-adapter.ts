/**
 * The execution adapter: it does what the decision says, and reports how it went.
 *
 * It is mechanical: no judgement, no retry. What it reports goes back in as a `result` record.
 */
import type { ExecutionResult, SafetyDecision } from './contracts.ts';

/** Something that can be carried out once it is allowed; it returns the tokens it used. */
export type Action = () => Promise<{ readonly tokensUsed: number }>;

/** Carries out allowed actions. The time source comes in from outside. */
export interface ExecutionAdapter {
  execute(safety: SafetyDecision, action: Action): Promise<ExecutionResult>;
}
