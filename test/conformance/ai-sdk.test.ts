/** The compatibility kit for `ai`, whole answers and streamed ones, over two wire formats. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { capabilities, guardAiSdk } from '../../src/adapters/ai-sdk/index.ts';
import { AgentStopped } from '../../src/adapters/index.ts';
import type { AdapterHarness } from './adapter-harness.ts';
import { describeAdapter } from './adapter.case.ts';

const harness = (stream: boolean, modelAt: (url: string) => LanguageModel): AdapterHarness => ({
  capabilities,
  run: async ({ guard: options, input, providerUrl }) => {
    const guard = await guardAiSdk(options);
    const model = modelAt(providerUrl);
    const messages = [{ role: 'user' as const, content: input }];
    const asked = {
      model,
      messages,
      instructions: options.prompt.render(),
      maxRetries: 0,
      maxOutputTokens: 1_000,
    };
    try {
      if (stream) await consumed(guard.streamText(asked));
      else await guard.generateText(asked);
      return { stop: null };
    } catch (error) {
      if (error instanceof AgentStopped) return { stop: error.refusal };
      throw error;
    }
  },
});

async function consumed(parts: AsyncIterator<unknown>): Promise<void> {
  for (let next = await parts.next(); next.done !== true;) next = await parts.next();
}

const openai = (url: string) =>
  createOpenAI({ baseURL: `${url}/v1`, apiKey: 'no-key' }).chat('fake');
const anthropic = (url: string) =>
  createAnthropic({ baseURL: `${url}/v1`, apiKey: 'no-key' })('fake');

describeAdapter('ai-sdk', harness(false, openai));
describeAdapter('ai-sdk, streamed', harness(true, anthropic));

verifies(['G14', 'G15'], 'ai-sdk leaves out no scenario', () => {
  expect(capabilities.cannot).toEqual({});
});
