/** The compatibility kit for `@openai/agents`, whole answers and streamed ones. */
import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import OpenAI from 'openai';
import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { AgentStopped } from '../../src/adapters/index.ts';
import { capabilities, guardAgents } from '../../src/adapters/openai-agents/index.ts';
import type { AdapterHarness } from './adapter-harness.ts';
import { describeAdapter } from './adapter.case.ts';

const harness = (stream: boolean): AdapterHarness => ({
  capabilities,
  run: async ({ guard: options, input, providerUrl }) => {
    const guard = await guardAgents(options);
    const openAIClient = new OpenAI({
      baseURL: `${providerUrl}/v1`,
      apiKey: 'no-key',
      maxRetries: 0,
    });
    const modelProvider = new OpenAIProvider({ openAIClient, useResponses: true });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    const instructions = options.prompt.render();
    const agent = new Agent({
      name: 'worker',
      instructions,
      model: 'fake',
      tools: [...guard.tools],
    });
    const asked = { runner, maxTurns: 60, ...(stream ? { onEvent: () => {} } : {}) };
    try {
      await guard.run(agent, input, asked);
      return { stop: null };
    } catch (error) {
      if (error instanceof AgentStopped) return { stop: error.refusal };
      throw error;
    }
  },
});

describeAdapter('openai-agents', harness(false));
describeAdapter('openai-agents, streamed', harness(true));

verifies(['G14', 'G15'], 'openai-agents leaves out no scenario', () => {
  expect(capabilities.cannot).toEqual({});
});
