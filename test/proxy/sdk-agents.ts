/** The `@openai/agents` package, which speaks responses. It runs the tools itself, once the answer is over. */
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import {
  ANSWERS_MAX,
  MODEL,
  PROVIDER_KEY,
  TOOL_INPUT,
  TOOL_NAME,
  TOOL_WORDS,
  type Sdk,
} from './sdk-run.ts';

/** OpenAI's SDK for agents. Its traces are off: they would go to the maker's servers. */
export const agentsSdk: Sdk = {
  name: '@openai/agents',
  provider: 'openai',
  format: 'openai-responses',
  runsEarly: false,
  tellsWhyCut: false,
  run: async (task) => {
    const { baseUrl: baseURL, fetch, prompt } = task;
    const calls: { name: string; args: unknown }[] = [];
    const look = tool({
      name: TOOL_NAME,
      description: TOOL_WORDS,
      parameters: { ...TOOL_INPUT, required: ['at'], additionalProperties: true },
      strict: false,
      // What a tool throws would go to the model as its result.
      errorFunction: null,
      execute: (args) => {
        calls.push({ name: TOOL_NAME, args });
        return task.runTool(TOOL_NAME, args as Readonly<Record<string, unknown>>);
      },
    });
    const openAIClient = new OpenAI({ baseURL, apiKey: PROVIDER_KEY, fetch });
    const modelProvider = new OpenAIProvider({ openAIClient, useResponses: true });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    const agent = new Agent({ name: 'finder', model: MODEL, tools: [look] });
    const maxTurns = ANSWERS_MAX;
    const result = task.stream
      ? await runner.run(agent, prompt, { maxTurns, stream: true })
      : await runner.run(agent, prompt, { maxTurns });
    if ('completed' in result) await result.completed;
    const usage = result.rawResponses.map((answer) => answer.usage);
    return { text: result.finalOutput ?? '', calls, usage };
  },
};
