/**
 * One message of a log: OpenAI's chat and Responses forms, and Anthropic's, by their own fields.
 */
import { fieldsOf, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { anthropicResult } from '../anthropic-result.ts';
import type { RunBuilder } from '../run-builder.ts';
import { resultText, visibleText } from '../visible-text.ts';

export function takeMessage(builder: RunBuilder, message: JsonObject, atMs: number | null): void {
  const { role, type } = message;
  const callId = textOrNull(message['call_id']) ?? textOrNull(message['tool_call_id']);
  if (type === 'function_call' || type === 'custom_tool_call') {
    const args = message['arguments'] ?? message['input'];
    if (callId !== null) builder.call(callId, textOrNull(message['name']) ?? 'unknown', args);
  } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    if (callId !== null) builder.result(callId, { text: resultText(message['output']) }, atMs);
  } else if (role === 'tool') {
    if (callId !== null) builder.result(callId, { text: resultText(message['content']) }, atMs);
  } else if (role === 'assistant') {
    takeAnswer(builder, message, atMs);
  } else if (role === 'user') {
    takeUser(builder, message['content'], atMs);
  }
}

function takeAnswer(builder: RunBuilder, message: JsonObject, atMs: number | null): void {
  builder.response(visibleText(message['content'] ?? []), atMs);
  for (const part of listOf(message['content'])) {
    const fields = fieldsOf(part);
    const callId = textOrNull(fields['id']);
    if (fields['type'] !== 'tool_use' || callId === null) continue;
    builder.call(callId, textOrNull(fields['name']) ?? 'unknown', fields['input']);
  }
  for (const call of listOf(message['tool_calls'])) {
    const fields = fieldsOf(call);
    const made = fieldsOf(fields['function'] ?? fields['custom']);
    const callId = textOrNull(fields['id']);
    if (callId === null) continue;
    const args = made['arguments'] ?? made['input'];
    builder.call(callId, textOrNull(made['name']) ?? 'unknown', args);
  }
}

function takeUser(builder: RunBuilder, content: unknown, atMs: number | null): void {
  for (const part of listOf(content)) {
    const fields = fieldsOf(part);
    const callId = textOrNull(fields['tool_use_id']);
    if (fields['type'] !== 'tool_result' || callId === null) continue;
    builder.result(callId, anthropicResult(fields), atMs);
  }
  const isText = (part: unknown) => fieldsOf(part)['type'] !== 'tool_result';
  const said = typeof content === 'string' ? content : listOf(content).filter(isText);
  builder.prompt(visibleText(said), atMs);
}
