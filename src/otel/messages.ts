/**
 * The messages of a model call as spans carry them, in the three conventions that are in use: OpenTelemetry's own
 * (a list in JSON), OpenLLMetry's and OpenInference's (spread over attributes with numbers in their names).
 */
import { firstValues } from '../base/first-values.ts';
import { jsonOrText, openedJson } from '../base/json-text.ts';
import { firstText, fieldsOf, listOf, textOrNull, type JsonObject } from '../base/json-values.ts';
import { spreadList } from './span.ts';

/** A tool call that the model made. */
export interface MadeCall {
  readonly id: string | null;
  readonly tool: string;
  readonly args: unknown;
}

/** What a tool answered. */
export interface ToolAnswer {
  readonly id: string | null;
  readonly text: string;
}

/** One message, whichever way it was written. */
export interface Message {
  readonly role: string;
  readonly text: string;
  readonly calls: readonly MadeCall[];
  readonly answers: readonly ToolAnswer[];
}

/** The messages that went into a model call. */
export function inputMessages(attributes: JsonObject): readonly Message[] {
  return firstFound([
    listOf(openedJson(attributes['gen_ai.input.messages'])).map(ofParts),
    spreadList(attributes, 'gen_ai.prompt').map(ofOpenLlmetry),
    spreadList(attributes, 'llm.input_messages').map(ofOpenInference),
  ]);
}

/** The messages that came out of it. */
export function outputMessages(attributes: JsonObject): readonly Message[] {
  return firstFound([
    listOf(openedJson(attributes['gen_ai.output.messages'])).map(ofParts),
    spreadList(attributes, 'gen_ai.completion').map(ofOpenLlmetry),
    spreadList(attributes, 'llm.output_messages').map(ofOpenInference),
    ofVercel(attributes),
  ]);
}

function firstFound(ways: readonly (readonly Message[])[]): readonly Message[] {
  return ways.find((messages) => messages.length > 0) ?? [];
}

function ofParts(value: unknown): Message {
  const message = fieldsOf(value);
  const parts = listOf(message['parts']).map(fieldsOf);
  const ofType = (type: string) => parts.filter((part) => part['type'] === type);
  return {
    role: textOrNull(message['role']) ?? '',
    text: ofType('text')
      .map((part) => wordsOf(part['content']))
      .join('\n'),
    calls: ofType('tool_call').map((part) => ({
      id: textOrNull(part['id']),
      tool: textOrNull(part['name']) ?? '',
      args: argumentsOf(part['arguments'] ?? null),
    })),
    answers: ofType('tool_call_response').map((part) => ({
      id: textOrNull(part['id']),
      text: wordsOf(part['response'] ?? part['result']),
    })),
  };
}

function ofOpenLlmetry(message: JsonObject): Message {
  const calls = spreadList(message, 'tool_calls').map((call) => ({
    id: textOrNull(call['id']),
    tool: firstText(call, ['name', 'function.name']) ?? '',
    args: argumentsOf(call['arguments'] ?? call['function.arguments'] ?? null),
  }));
  return withAnswer(textOrNull(message['role']) ?? '', wordsOf(message['content']), calls, message);
}

function ofOpenInference(spread: JsonObject): Message {
  const message = withoutPrefix(spread, 'message.');
  const calls = spreadList(message, 'tool_calls').map((call) => ({
    id: textOrNull(call['tool_call.id']),
    tool: textOrNull(call['tool_call.function.name']) ?? '',
    args: argumentsOf(call['tool_call.function.arguments'] ?? null),
  }));
  const parts = spreadList(message, 'contents').map((part) => part['message_content.text']);
  const text =
    message['content'] === undefined ? parts.map(wordsOf).join('\n') : message['content'];
  return withAnswer(textOrNull(message['role']) ?? '', wordsOf(text), calls, message);
}

/** Both conventions write what a tool answered as the text of a message in the tool's name. */
function withAnswer(
  role: string,
  text: string,
  calls: readonly MadeCall[],
  message: JsonObject,
): Message {
  const isAnswer = role === 'tool' || role === 'function';
  if (!isAnswer) return { role, text, calls, answers: [] };
  return { role, text: '', calls, answers: [{ id: textOrNull(message['tool_call_id']), text }] };
}

function ofVercel(attributes: JsonObject): readonly Message[] {
  const text = textOrNull(attributes['ai.response.text']);
  const calls = listOf(openedJson(attributes['ai.response.toolCalls'])).map((one) => {
    const call = fieldsOf(one);
    const args = argumentsOf(call['args'] ?? call['input'] ?? null);
    return { id: textOrNull(call['toolCallId']), tool: textOrNull(call['toolName']) ?? '', args };
  });
  if (text === null && calls.length === 0) return [];
  return [{ role: 'assistant', text: text ?? '', calls, answers: [] }];
}

function withoutPrefix(attributes: JsonObject, prefix: string): JsonObject {
  const entries = Object.entries(attributes).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** Arguments as a value of bounded size and depth; undefined where there are none. */
export function argumentsOf(written: unknown): unknown {
  return firstValues(openedJson(written));
}

/** A text as it is, or as it is in JSON; anything else in JSON. */
export function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return JSON.stringify(firstValues(value));
  // Only what begins so can be a text in JSON: trying everything costs more than all the rest.
  const opened = /^\s*"/.test(value) ? jsonOrText(value) : value;
  return typeof opened === 'string' ? opened : value;
}
