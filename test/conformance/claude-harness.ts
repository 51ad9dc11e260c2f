import {
  capabilities,
  guardClaude,
  type ClaudeSdk,
} from '../../src/adapters/claude-agent-sdk/index.ts';
/**
 * The compatibility kit on the Claude Agent SDK: the same run for the SDK itself and for one that is played.
 *
 * The tools are the prompt's own, which the adapter serves, or somebody else's, whose calls only the hooks see.
 */
import { AgentStopped } from '../../src/adapters/index.ts';
import type { AdapterHarness, AdapterTask } from './adapter-harness.ts';
import { declaredOnly } from './declared-only.ts';
import { unguardedServer } from './unguarded-server.ts';

/** Whose tools the agent calls. */
export type WhoseTools = 'own' | 'foreign';

/** Options of the SDK for a run, and what is done after it. */
export interface ClaudePlace {
  readonly options: Readonly<Record<string, unknown>>;
  readonly close: () => void;
}

const SERVER = { own: 'tripwire', foreign: 'kit' };

/** The harness; `sdk` and `place` are made anew for every run. */
export function claudeHarness(
  whose: WhoseTools,
  sdk: (task: AdapterTask) => ClaudeSdk,
  place: (task: AdapterTask) => ClaudePlace,
): AdapterHarness {
  const toolName = (tool: string) => `mcp__${SERVER[whose]}__${tool}`;
  return {
    capabilities,
    toolName,
    timeoutMs: 120_000,
    run: async (task) => {
      const { options, close } = place(task);
      const { prompt } = task.guard;
      const foreign = { kit: { type: 'sdk', name: 'kit', instance: unguardedServer(prompt) } };
      const guard = await guardClaude({
        ...task.guard,
        prompt: whose === 'own' ? prompt : declaredOnly(prompt),
        sdk: sdk(task),
        toolNames: Object.fromEntries(prompt.tools.map(({ name }) => [toolName(name), name])),
      });
      const asked = {
        prompt: task.input,
        options: whose === 'own' ? options : { ...options, mcpServers: foreign },
      };
      try {
        const messages = guard.query(asked);
        while ((await messages.next()).done !== true) continue;
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
