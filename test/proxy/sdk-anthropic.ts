/** The `@anthropic-ai/sdk` package, messages. */
import Anthropic from '@anthropic-ai/sdk';
import {
  ANSWERS_MAX,
  MODEL,
  PROVIDER_KEY,
  TOOL_INPUT,
  TOOL_NAME,
  TOOL_WORDS,
  ToolRuns,
  type Sdk,
  type WholeCall,
} from './sdk-run.ts';

const asked = {
  model: MODEL,
  max_tokens: 1_000,
  tools: [
    {
      name: TOOL_NAME,
      description: TOOL_WORDS,
      input_schema: { ...TOOL_INPUT, required: [...TOOL_INPUT.required] },
    },
  ],
};

/** Anthropic's own SDK. */
export const anthropicSdk: Sdk = {
  name: '@anthropic-ai/sdk',
  provider: 'anthropic',
  format: 'anthropic',
  runsEarly: true,
  tellsWhyCut: true,
  run: async (task) => {
    const client = new Anthropic({
      baseURL: task.baseUrl,
      apiKey: PROVIDER_KEY,
      fetch: task.fetch,
      defaultHeaders: { 'anthropic-beta': 'context-1m-2025-08-07,fine-grained-tool-streaming' },
    });
    const runs = new ToolRuns(task.runTool);
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: task.prompt }];
    const usage: unknown[] = [];
    for (let answers = 0; answers < ANSWERS_MAX; answers += 1) {
      const message = task.stream
        ? await streamed(client, messages, runs)
        : await client.messages.create({ ...asked, messages });
      usage.push(message.usage);
      const calls = message.content.flatMap(callsOf);
      if (calls.length === 0) return { text: textOf(message), calls: runs.calls, usage };
      messages.push({ role: 'assistant', content: message.content });
      messages.push({
        role: 'user',
        content: calls.map((call) => ({
          type: 'tool_result',
          tool_use_id: call.id,
          content: runs.resultOf(call),
        })),
      });
    }
    throw new Error('the task did not end');
  },
};

/** A tool runs when its block is complete, as in the coding agents that are built on this SDK. */
async function streamed(
  client: Anthropic,
  messages: Anthropic.MessageParam[],
  runs: ToolRuns,
): Promise<Anthropic.Message> {
  const stream = client.messages.stream({ ...asked, messages });
  stream.on('contentBlock', (block) => {
    for (const call of callsOf(block)) runs.resultOf(call);
  });
  return stream.finalMessage();
}

function callsOf(block: Anthropic.ContentBlock): readonly WholeCall[] {
  if (block.type !== 'tool_use') return [];
  const args = block.input as Readonly<Record<string, unknown>>;
  return [{ id: block.id, name: block.name, json: JSON.stringify(args), args }];
}

function textOf({ content }: Anthropic.Message): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
