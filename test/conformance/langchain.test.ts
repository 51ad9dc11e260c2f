/** The compatibility kit through LangChain's own agents. */
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import {
  AgentStopped,
  capabilities,
  tripwireMiddleware,
} from '../../src/adapters/langchain/index.ts';
import { describeAdapter } from './adapter.case.ts';

describeAdapter('langchain', {
  capabilities,
  run: async ({ guard, input, providerUrl }) => {
    const model = new ChatOpenAI({
      model: 'gpt-5',
      apiKey: 'sk-made-up',
      maxRetries: 0,
      configuration: { baseURL: `${providerUrl}/v1` },
    });
    const agent = createAgent({
      model,
      systemPrompt: guard.prompt.render(),
      middleware: [await tripwireMiddleware(guard)],
    });
    try {
      await agent.invoke(
        { messages: [{ role: 'user', content: input }] },
        { recursionLimit: 1_000 },
      );
      return { stop: null };
    } catch (error) {
      const cause = error instanceof Error ? error.cause : null;
      if (cause instanceof AgentStopped) return { stop: cause.refusal };
      throw error;
    }
  },
});
