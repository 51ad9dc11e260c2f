/**
 * What a span says an agent did: a tool ran, or a model was asked. Every other span is somebody else's business, also
 * those of whole agents and chains, whose tokens are those of the model calls inside them.
 */
import { countOrNull, firstText, textOrNull, type JsonObject } from '../base/json-values.ts';
import { argumentsOf, inputMessages, outputMessages, wordsOf, type Message } from './messages.ts';
import type { Span } from './span.ts';

/** A tool ran. */
export interface ToolRan {
  readonly kind: 'tool';
  readonly callId: string | null;
  readonly tool: string;
  /** Undefined where the program does not tell. */
  readonly args: unknown;
  readonly result: string | null;
}

/** A model was asked. */
export interface ModelAsked {
  readonly kind: 'model';
  readonly model: string | null;
  readonly provider: string | null;
  /** Without those read from a cache. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly input: readonly Message[];
  readonly output: readonly Message[];
}

const MODEL_OPERATIONS: ReadonlySet<unknown> = new Set([
  'chat',
  'text_completion',
  'generate_content',
]);
const MODEL_REQUESTS: ReadonlySet<unknown> = new Set(['chat', 'completion']);

/** What a span tells; null when it tells nothing of an agent's work. */
export function readSpan({
  name,
  attributes,
  isError,
  statusMessage,
}: Span): ToolRan | ModelAsked | null {
  const ran = toolRan(name, attributes);
  if (ran !== null) {
    // What a failed tool said is often told as the error of its span alone.
    const result = ran.result ?? (isError && statusMessage !== '' ? statusMessage : null);
    return { ...ran, result };
  }
  return isModelCall(attributes) ? modelAsked(attributes) : null;
}

function toolRan(name: string, attributes: JsonObject): ToolRan | null {
  const at = (key: string) => attributes[key];
  if (at('gen_ai.operation.name') === 'execute_tool') {
    return tool(attributes, {
      tool: firstText(attributes, ['gen_ai.tool.name']) ?? name,
      id: at('gen_ai.tool.call.id'),
      args: at('gen_ai.tool.call.arguments'),
      result: at('gen_ai.tool.call.result'),
    });
  }
  if (at('openinference.span.kind') === 'TOOL') {
    return tool(attributes, {
      tool: firstText(attributes, ['tool.name']) ?? name,
      id: at('tool_call.id') ?? at('tool.id'),
      args: at('tool.parameters') ?? at('input.value'),
      result: at('output.value'),
    });
  }
  if (at('traceloop.span.kind') === 'tool') {
    return tool(attributes, {
      tool: firstText(attributes, ['traceloop.entity.name']) ?? name,
      id: undefined,
      args: at('traceloop.entity.input'),
      result: at('traceloop.entity.output'),
    });
  }
  if (textOrNull(at('ai.toolCall.name')) === null) return null;
  return tool(attributes, {
    tool: firstText(attributes, ['ai.toolCall.name']) ?? name,
    id: at('ai.toolCall.id'),
    args: at('ai.toolCall.args') ?? at('ai.toolCall.input'),
    result: at('ai.toolCall.result') ?? at('ai.toolCall.output'),
  });
}

interface ToldTool {
  readonly tool: string;
  readonly id: unknown;
  readonly args: unknown;
  readonly result: unknown;
}

function tool(attributes: JsonObject, { tool: named, id, args, result }: ToldTool): ToolRan {
  const failure = firstText(attributes, ['error.message', 'exception.message']);
  return {
    kind: 'tool',
    callId: textOrNull(id),
    tool: named,
    args: argumentsOf(args),
    result: result === undefined || result === null ? failure : wordsOf(result),
  };
}

function isModelCall(attributes: JsonObject): boolean {
  const operation = attributes['gen_ai.operation.name'];
  if (operation !== undefined) return MODEL_OPERATIONS.has(operation);
  const kind = attributes['openinference.span.kind'];
  if (kind !== undefined) return kind === 'LLM';
  const type = attributes['llm.request.type'];
  if (type !== undefined) return MODEL_REQUESTS.has(type);
  const isPart = attributes['traceloop.span.kind'] !== undefined;
  return !isPart && textOrNull(attributes['gen_ai.request.model']) !== null;
}

function modelAsked(attributes: JsonObject): ModelAsked {
  const count = (...names: readonly string[]) =>
    names.map((name) => countOrNull(attributes[name])).find((found) => found !== null) ?? null;
  const output = count(
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
  );
  const total = count(
    'gen_ai.usage.total_tokens',
    'llm.usage.total_tokens',
    'llm.token_count.total',
  );
  const input = count(
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
  );
  const cached = count(
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'llm.token_count.prompt_details.cache_read',
  );
  const whole = input ?? Math.max(0, (total ?? 0) - (output ?? 0));
  const cachedTokens = cached ?? 0;
  return {
    kind: 'model',
    model: firstText(attributes, [
      'gen_ai.response.model',
      'gen_ai.request.model',
      'llm.model_name',
    ]),
    provider: firstText(attributes, [
      'gen_ai.provider.name',
      'gen_ai.system',
      'llm.provider',
      'llm.system',
    ]),
    // Most count cached tokens among those that went in; who does not tells more of them than went in.
    inputTokens: cachedTokens <= whole ? whole - cachedTokens : whole,
    outputTokens: output ?? 0,
    cachedTokens,
    input: inputMessages(attributes),
    output: outputMessages(attributes),
  };
}
