/** LangChain's chat models for both providers. As in its own agents, calls run when the message is whole. */
import { ChatAnthropic } from '@langchain/anthropic';
import {
  HumanMessage,
  ToolMessage,
  type AIMessageChunk,
  type BaseMessage,
} from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import {
  ANSWERS_MAX,
  MODEL,
  PROVIDER_KEY,
  TOOL_INPUT,
  TOOL_NAME,
  TOOL_WORDS,
  ToolRuns,
  type Sdk,
  type SdkOutcome,
  type SdkTask,
} from './sdk-run.ts';

const look = { name: TOOL_NAME, description: TOOL_WORDS, schema: TOOL_INPUT };

/** `@langchain/openai`. */
export const langchainOpenaiSdk: Sdk = {
  name: '@langchain/openai',
  provider: 'openai',
  format: 'openai-chat',
  runsEarly: false,
  tellsWhyCut: true,
  run: (task) => {
    const { baseUrl: baseURL, fetch } = task;
    const model = new ChatOpenAI({
      model: MODEL,
      apiKey: PROVIDER_KEY,
      configuration: { baseURL, fetch },
    });
    return run(task, model.bindTools([look]));
  },
};

/** `@langchain/anthropic`. */
export const langchainAnthropicSdk: Sdk = {
  name: '@langchain/anthropic',
  provider: 'anthropic',
  format: 'anthropic',
  runsEarly: false,
  tellsWhyCut: true,
  run: (task) => {
    const { baseUrl, fetch } = task;
    const model = new ChatAnthropic({
      model: MODEL,
      apiKey: PROVIDER_KEY,
      anthropicApiUrl: baseUrl,
      clientOptions: { fetch },
    });
    return run(task, model.bindTools([look]));
  },
};

interface ChatModel {
  invoke(messages: BaseMessage[]): Promise<AIMessageChunk>;
  stream(messages: BaseMessage[]): Promise<AsyncIterable<AIMessageChunk>>;
}

async function run(task: SdkTask, model: ChatModel): Promise<SdkOutcome> {
  const runs = new ToolRuns(task.runTool);
  const messages: BaseMessage[] = [new HumanMessage(task.prompt)];
  const usage: unknown[] = [];
  for (let answers = 0; answers < ANSWERS_MAX; answers += 1) {
    const answer = task.stream ? await streamed(model, messages) : await model.invoke(messages);
    usage.push(answer.usage_metadata);
    const calls = answer.tool_calls ?? [];
    if (calls.length === 0) return { text: answer.text, calls: runs.calls, usage };
    messages.push(answer);
    for (const { id = '', name, args } of calls) {
      const result = runs.resultOf({ id, name, json: JSON.stringify(args), args });
      messages.push(new ToolMessage({ content: result, tool_call_id: id }));
    }
  }
  throw new Error('the task did not end');
}

async function streamed(model: ChatModel, messages: BaseMessage[]): Promise<AIMessageChunk> {
  let whole: AIMessageChunk | null = null;
  for await (const chunk of await model.stream(messages)) {
    whole = whole === null ? chunk : whole.concat(chunk);
  }
  if (whole === null) throw new Error('a stream without a chunk');
  return whole;
}
