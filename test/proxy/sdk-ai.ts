/** The `ai` package with three of its providers. It runs the tools itself, once the answer is over. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, jsonSchema, streamText, tool, type LanguageModel } from 'ai';
import {
  ANSWERS_MAX,
  MODEL,
  PROVIDER_KEY,
  TOOL_INPUT,
  TOOL_NAME,
  TOOL_WORDS,
  type Sdk,
  type SdkOutcome,
  type SdkTask,
} from './sdk-run.ts';

/** `ai` with `@ai-sdk/openai`, chat completions. */
export const aiOpenaiSdk: Sdk = {
  name: 'ai + @ai-sdk/openai',
  provider: 'openai',
  format: 'openai-chat',
  runsEarly: false,
  tellsWhyCut: true,
  run: (task) => {
    const { baseUrl: baseURL, fetch } = task;
    return run(task, createOpenAI({ baseURL, apiKey: PROVIDER_KEY, fetch }).chat(MODEL));
  },
};

/** `ai` with `@ai-sdk/openai`, responses: what it does where nothing else is said. */
export const aiOpenaiResponsesSdk: Sdk = {
  name: 'ai + @ai-sdk/openai, responses',
  provider: 'openai',
  format: 'openai-responses',
  runsEarly: false,
  tellsWhyCut: true,
  run: (task) => {
    const { baseUrl: baseURL, fetch } = task;
    return run(task, createOpenAI({ baseURL, apiKey: PROVIDER_KEY, fetch })(MODEL));
  },
};

/** `ai` with `@ai-sdk/google`. Its base URL ends in the version. */
export const aiGoogleSdk: Sdk = {
  name: 'ai + @ai-sdk/google',
  provider: 'gemini',
  format: 'gemini',
  runsEarly: false,
  tellsWhyCut: false,
  run: (task) => {
    const { baseUrl, fetch } = task;
    const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: PROVIDER_KEY, fetch });
    return run(task, google(MODEL));
  },
};

/** `ai` with `@ai-sdk/anthropic`. Its base URL ends in the version. */
export const aiAnthropicSdk: Sdk = {
  name: 'ai + @ai-sdk/anthropic',
  provider: 'anthropic',
  format: 'anthropic',
  runsEarly: false,
  tellsWhyCut: true,
  run: (task) => {
    const { baseUrl, fetch } = task;
    const anthropic = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: PROVIDER_KEY, fetch });
    return run(task, anthropic(MODEL));
  },
};

async function run(task: SdkTask, model: LanguageModel): Promise<SdkOutcome> {
  const calls: { name: string; args: unknown }[] = [];
  const look = tool({
    description: TOOL_WORDS,
    inputSchema: jsonSchema<{ at: string }>({ ...TOOL_INPUT, required: [...TOOL_INPUT.required] }),
    execute: (args) => {
      calls.push({ name: TOOL_NAME, args });
      return task.runTool(TOOL_NAME, args);
    },
  });
  const asked = {
    model,
    prompt: task.prompt,
    tools: { [TOOL_NAME]: look },
    stopWhen: isStepCount(ANSWERS_MAX),
    maxOutputTokens: 1_000,
  };
  if (!task.stream) {
    const { text, steps } = await generateText(asked);
    return { text, calls, usage: steps.map(({ usage }) => usage) };
  }
  const failures: Error[] = [];
  const result = streamText({
    ...asked,
    onError: ({ error }) => {
      failures.push(error instanceof Error ? error : new Error(String(error)));
    },
  });
  let text = '';
  for await (const part of result.stream) {
    if (part.type === 'start-step') text = '';
    if (part.type === 'text-delta') text += part.text;
  }
  // A stream of this SDK tells its errors apart from its end.
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  return { text, calls, usage: (await result.steps).map(({ usage }) => usage) };
}
