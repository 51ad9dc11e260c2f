/**
 * Traces as the instrumentations in use write them, for tests that send them: OpenTelemetry's own conventions,
 * OpenLLMetry's and OpenInference's.
 */
import { randomBytes } from 'node:crypto';

/** A span before it is encoded. */
export interface WrittenSpan {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly spanId?: string;
  readonly traceId?: string;
  readonly isError?: boolean;
}

/** The ways to write a tool that ran. */
export type Convention = 'genai' | 'openllmetry' | 'openinference' | 'vercel';

/** A tool that ran, as one of them writes it. */
export function toolSpan(
  convention: Convention,
  { tool, args, result }: { readonly tool: string; readonly args: object; readonly result: string },
): WrittenSpan {
  const json = JSON.stringify(args);
  const of = {
    genai: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.arguments': json,
      'gen_ai.tool.call.result': result,
    },
    openllmetry: {
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': tool,
      'traceloop.entity.input': json,
      'traceloop.entity.output': result,
    },
    openinference: {
      'openinference.span.kind': 'TOOL',
      'tool.name': tool,
      'input.value': json,
      'input.mime_type': 'application/json',
      'output.value': result,
    },
    vercel: { 'ai.toolCall.name': tool, 'ai.toolCall.args': json, 'ai.toolCall.result': result },
  };
  return { attributes: of[convention] };
}

/** What a model call was asked and answered with, in rounds of a tool that was called and its result. */
interface Rounds {
  readonly tool: string;
  readonly args: object;
  readonly results: readonly string[];
}

/** A model call in the middle of a conversation: the rounds so far go in, another call comes out. */
export function modelSpan(convention: Exclude<Convention, 'vercel'>, rounds: Rounds): WrittenSpan {
  const { tool, args, results } = rounds;
  const json = JSON.stringify(args);
  const tokens = { in: 900, out: 20 };
  if (convention === 'genai') {
    const made = (at: number) => ({
      role: 'assistant',
      parts: [{ type: 'tool_call', id: `call_${at}`, name: tool, arguments: args }],
    });
    const input = [
      { role: 'user', parts: [{ type: 'text', content: 'Make the tests pass.' }] },
      ...results.flatMap((result, at) => [
        made(at),
        {
          role: 'tool',
          parts: [{ type: 'tool_call_response', id: `call_${at}`, response: result }],
        },
      ]),
    ];
    return {
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-5',
        'gen_ai.usage.input_tokens': tokens.in,
        'gen_ai.usage.output_tokens': tokens.out,
        'gen_ai.input.messages': JSON.stringify(input),
        'gen_ai.output.messages': JSON.stringify([made(results.length)]),
      },
    };
  }
  const spread = convention === 'openllmetry' ? openLlmetryMessages : openInferenceMessages;
  return { attributes: { ...spread(tool, json, results), ...tokensOf(convention, tokens) } };
}

function tokensOf(convention: Convention, tokens: { readonly in: number; readonly out: number }) {
  return convention === 'openllmetry'
    ? {
        'llm.request.type': 'chat',
        'gen_ai.system': 'OpenAI',
        'gen_ai.request.model': 'gpt-5',
        'gen_ai.usage.prompt_tokens': tokens.in,
        'gen_ai.usage.completion_tokens': tokens.out,
        'llm.usage.total_tokens': tokens.in + tokens.out,
      }
    : {
        'openinference.span.kind': 'LLM',
        'llm.system': 'openai',
        'llm.model_name': 'gpt-5',
        'llm.token_count.prompt': tokens.in,
        'llm.token_count.completion': tokens.out,
        'llm.token_count.total': tokens.in + tokens.out,
      };
}

function openLlmetryMessages(tool: string, json: string, results: readonly string[]) {
  const at: Record<string, string> = {
    'gen_ai.prompt.0.role': 'user',
    'gen_ai.prompt.0.content': 'Make the tests pass.',
    'gen_ai.completion.0.role': 'assistant',
    'gen_ai.completion.0.tool_calls.0.id': `call_${results.length}`,
    'gen_ai.completion.0.tool_calls.0.name': tool,
    'gen_ai.completion.0.tool_calls.0.arguments': json,
  };
  for (const [round, result] of results.entries()) {
    const asked = `gen_ai.prompt.${1 + 2 * round}`;
    const told = `gen_ai.prompt.${2 + 2 * round}`;
    at[`${asked}.role`] = 'assistant';
    at[`${asked}.tool_calls.0.id`] = `call_${round}`;
    at[`${asked}.tool_calls.0.name`] = tool;
    at[`${asked}.tool_calls.0.arguments`] = json;
    at[`${told}.role`] = 'tool';
    at[`${told}.tool_call_id`] = `call_${round}`;
    at[`${told}.content`] = result;
  }
  return at;
}

function openInferenceMessages(tool: string, json: string, results: readonly string[]) {
  const made = (where: string, round: number) => ({
    [`${where}.message.role`]: 'assistant',
    [`${where}.message.tool_calls.0.tool_call.id`]: `call_${round}`,
    [`${where}.message.tool_calls.0.tool_call.function.name`]: tool,
    [`${where}.message.tool_calls.0.tool_call.function.arguments`]: json,
  });
  const at: Record<string, string> = {
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Make the tests pass.',
    ...made('llm.output_messages.0', results.length),
  };
  for (const [round, result] of results.entries()) {
    Object.assign(at, made(`llm.input_messages.${1 + 2 * round}`, round));
    const told = `llm.input_messages.${2 + 2 * round}.message`;
    at[`${told}.role`] = 'tool';
    at[`${told}.tool_call_id`] = `call_${round}`;
    at[`${told}.content`] = result;
  }
  return at;
}

/** The JSON body of an export. */
export function otlpJson(spans: readonly WrittenSpan[]): string {
  const now = Date.now();
  const written = spans.map(({ attributes, isError, spanId, traceId }, at) => ({
    traceId: traceId ?? randomBytes(16).toString('hex'),
    spanId: spanId ?? randomBytes(8).toString('hex'),
    name: 'a span',
    kind: 1,
    startTimeUnixNano: `${now - 5_000 + at}000000`,
    endTimeUnixNano: `${now - 4_000 + at}000000`,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
    status: isError === true ? { code: 2, message: 'it failed' } : {},
  }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'somebody' } }] };
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: {}, spans: written }] }],
  });
}

function anyValue(value: unknown): object {
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) };
}
