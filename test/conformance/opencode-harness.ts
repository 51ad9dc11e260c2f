/** The compatibility kit on OpenCode: the same run for OpenCode itself and for one that is played. */
import { AgentStopped } from '../../src/adapters/index.ts';
import {
  capabilities,
  guardOpenCode,
  type OpenCodeHooks,
} from '../../src/adapters/opencode/index.ts';
import type { OpenCodeClient } from '../../src/adapters/opencode/session.ts';
import type { GateRefusal } from '../../src/core/index.ts';
import type { AdapterHarness, AdapterTask } from './adapter-harness.ts';

/** Runs a session to its end, with the hooks that the plugin gives for a client. */
export type OpenCodeHost = (
  task: AdapterTask,
  plug: (client: OpenCodeClient) => Promise<OpenCodeHooks>,
) => Promise<void>;

/** The harness. */
export function opencodeHarness(host: OpenCodeHost): AdapterHarness {
  return {
    capabilities,
    timeoutMs: 120_000,
    run: async (task) => {
      const { prompt, ...guard } = task.guard;
      const plugin = guardOpenCode({ prompt, guard: () => guard });
      let stop: GateRefusal | null = null;
      await host(task, async (client) =>
        heard(await plugin({ client }), (refusal) => {
          stop ??= refusal;
        }),
      );
      return { stop };
    },
  };
}

/** The hooks, listened to: a stop is what they throw. */
function heard(hooks: OpenCodeHooks, stopped: (refusal: GateRefusal) => void): OpenCodeHooks {
  const listening = <Args extends readonly unknown[], Result>(
    hook: (...args: Args) => Promise<Result>,
  ) => {
    return async (...args: Args) => {
      try {
        return await hook(...args);
      } catch (error) {
        if (error instanceof AgentStopped) stopped(error.refusal);
        throw error;
      }
    };
  };
  const tools = Object.entries(hooks.tool).map(
    ([name, tool]) => [name, { ...tool, execute: listening(tool.execute.bind(tool)) }] as const,
  );
  return {
    ...hooks,
    tool: Object.fromEntries(tools),
    'chat.message': listening(hooks['chat.message']),
    'chat.params': listening(hooks['chat.params']),
    'tool.execute.before': listening(hooks['tool.execute.before']),
    'tool.execute.after': listening(hooks['tool.execute.after']),
  };
}
