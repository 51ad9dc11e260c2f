import {
  capabilities,
  guardCodex,
  type CodexGuard,
  type CodexThread,
} from '../../src/adapters/codex/index.ts';
/** The compatibility kit on Codex: the same run for the SDK itself and for one that is played. */
import { AgentStopped } from '../../src/adapters/index.ts';
import type { AdapterHarness, AdapterTask } from './adapter-harness.ts';

/** A thread for one run, and what is done after it. */
export interface CodexPlace {
  readonly thread: CodexThread;
  readonly close: () => void;
}

/** The harness; the place is made anew for every run. */
export function codexHarness(
  place: (task: AdapterTask, guard: CodexGuard) => CodexPlace,
): AdapterHarness {
  return {
    capabilities,
    namespace: 'mcp__tripwire',
    timeoutMs: 120_000,
    run: async (task) => {
      await using guard = await guardCodex({ ...task.guard, trustHooks: true });
      const { thread, close } = place(task, guard);
      try {
        await guard.run(thread, task.input);
        return { stop: null };
      } catch (error) {
        if (error instanceof AgentStopped) return { stop: error.refusal };
        throw error;
      } finally {
        close();
      }
    },
  };
}
