/** The `openai` package, chat completions. */
import OpenAI from 'openai';
import {
  ANSWERS_MAX,
  CallPieces,
  MODEL,
  PROVIDER_KEY,
  TOOL_INPUT,
  TOOL_NAME,
  TOOL_WORDS,
  ToolRuns,
  type Sdk,
  type WholeCall,
} from './sdk-run.ts';

type Message = OpenAI.ChatCompletionMessageParam;

interface Said {
  readonly text: string | null;
  readonly calls: readonly WholeCall[];
  readonly usage: unknown;
}

const asked = {
  model: MODEL,
  tools: [
    {
      type: 'function' as const,
      function: { name: TOOL_NAME, description: TOOL_WORDS, parameters: TOOL_INPUT },
    },
  ],
};

/** OpenAI's own SDK. */
export const openaiSdk: Sdk = {
  name: 'openai',
  provider: 'openai',
  format: 'openai-chat',
  runsEarly: true,
  tellsWhyCut: true,
  run: async (task) => {
    const client = new OpenAI({ baseURL: task.baseUrl, apiKey: PROVIDER_KEY, fetch: task.fetch });
    const runs = new ToolRuns(task.runTool);
    const messages: Message[] = [{ role: 'user', content: task.prompt }];
    const usage: unknown[] = [];
    for (let answers = 0; answers < ANSWERS_MAX; answers += 1) {
      const said = task.stream
        ? await streamed(client, messages, runs)
        : await whole(client, messages);
      usage.push(said.usage);
      if (said.calls.length === 0) return { text: said.text ?? '', calls: runs.calls, usage };
      messages.push(assistantMessage(said));
      for (const call of said.calls) {
        messages.push({ role: 'tool', tool_call_id: call.id, content: runs.resultOf(call) });
      }
    }
    throw new Error('the task did not end');
  },
};

async function whole(client: OpenAI, messages: Message[]): Promise<Said> {
  const { choices, usage } = await client.chat.completions.create({ ...asked, messages });
  const message = choices[0]?.message;
  if (message === undefined) throw new Error('an answer without a choice');
  const pieces = new CallPieces();
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    if (call.type !== 'function') throw new Error(`a call of type ${call.type}`);
    pieces.add(index, { id: call.id, name: call.function.name, json: call.function.arguments });
  }
  return { text: message.content, calls: pieces.whole(), usage };
}

async function streamed(client: OpenAI, messages: Message[], runs: ToolRuns): Promise<Said> {
  const stream = await client.chat.completions.create({
    ...asked,
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  const pieces = new CallPieces();
  let text: string | null = null;
  let usage: unknown;
  for await (const chunk of stream) {
    usage = chunk.usage ?? usage;
    const delta = chunk.choices[0]?.delta;
    if (typeof delta?.content === 'string') text = (text ?? '') + delta.content;
    for (const { index, id, function: made } of delta?.tool_calls ?? []) {
      pieces.add(index, {
        ...(id === undefined ? {} : { id }),
        ...(made?.name === undefined ? {} : { name: made.name }),
        ...(made?.arguments === undefined ? {} : { json: made.arguments }),
      });
    }
    for (const call of pieces.whole()) runs.resultOf(call);
  }
  return { text, calls: pieces.whole(), usage };
}

function assistantMessage({ text, calls }: Said): Message {
  return {
    role: 'assistant',
    content: text,
    tool_calls: calls.map(({ id, name, json }) => ({
      id,
      type: 'function',
      function: { name, arguments: json },
    })),
  };
}
