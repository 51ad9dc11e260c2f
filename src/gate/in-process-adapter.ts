/**
 * The mechanical execution adapter for actions inside this process.
 *
 * It belongs to the shell because it acts and measures time; the clock comes in from outside so
 * that tests and demonstrations can bring their own.
 */
import type { Action, ExecutionAdapter, ExecutionResult, SafetyDecision } from '../core/index.ts';

/** An adapter that runs an allowed action and reports how it went. A refused one never starts. */
export function createInProcessAdapter(nowMs: () => number): ExecutionAdapter {
  return {
    async execute(safety: SafetyDecision, action: Action): Promise<ExecutionResult> {
      if (!safety.allowed) {
        return { executed: false, status: 'BLOCKED', tokensUsed: 0, latencyMs: 0 };
      }
      const startedAt = nowMs();
      try {
        const { tokensUsed } = await action();
        const latencyMs = nowMs() - startedAt;
        return { executed: true, status: 'SUCCESS', tokensUsed, latencyMs };
      } catch {
        // What went wrong is the agent's to know; health only needs to hear that it failed.
        return { executed: true, status: 'FAILED', tokensUsed: 0, latencyMs: nowMs() - startedAt };
      }
    },
  };
}
