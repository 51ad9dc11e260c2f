/**
 * Continue: `sessions/<session>.json` in its folder, the whole conversation as one JSON value.
 *
 * A tool's result is kept with the answer that called it.
 */
import { basename } from 'node:path';
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import type { Usage } from '../../prices/index.ts';
import {
  type Reading,
  RunBuilder,
  type Run,
  resultText,
  transcriptText,
  visibleText,
  wholeInputUsage,
} from '../../transcripts/index.ts';

/** The run of one file. It tells no times. */
export async function* readContinueCli(file: string, reading: Reading): AsyncGenerator<Run> {
  const text = await transcriptText(file);
  reading.onBytes?.(text.length);
  const session = fieldsOf(JSON.parse(text));
  const builder = new RunBuilder(reading);
  for (const [at, item] of listOf(session['history']).entries()) {
    takeItem(builder, String(at), fieldsOf(item));
  }
  if (builder.isEmpty) return;
  const id = textOrNull(session['sessionId']) ?? basename(file, '.json');
  const folder = textOrNull(session['workspaceDirectory']);
  const project = folder === null ? null : basename(folder);
  yield builder.build({ id, client: 'continue-cli', file, project });
}

function takeItem(builder: RunBuilder, key: string, item: JsonObject): void {
  const message = fieldsOf(item['message']);
  if (message['role'] === 'user') {
    builder.prompt(visibleText(message['content']), null);
    return;
  }
  if (message['role'] !== 'assistant') return;
  builder.response(visibleText(message['content']), null);
  for (const one of listOf(message['toolCalls']).map(fieldsOf)) {
    const { name, arguments: args } = fieldsOf(one['function']);
    const callId = textOrNull(one['id']);
    if (callId !== null) builder.call(callId, textOrNull(name) ?? 'unknown', args);
  }
  const { usage } = message;
  if (isObject(usage)) builder.usage(key, textOrNull(usage['model']), continueUsage(usage));
  for (const state of listOf(item['toolCallStates'])) takeResult(builder, fieldsOf(state));
}

function takeResult(builder: RunBuilder, state: JsonObject): void {
  const callId = textOrNull(state['toolCallId']);
  const { status } = state;
  const hasFailed = status === 'errored' || status === 'canceled';
  if (callId === null || (status !== 'done' && !hasFailed)) return;
  const parts = listOf(state['output']).map((part) => resultText(fieldsOf(part)['content']));
  const text = parts.join('\n');
  builder.result(callId, hasFailed ? { text, isError: true } : { text }, null);
}

function continueUsage(usage: JsonObject): Usage {
  const details = fieldsOf(usage['prompt_tokens_details']);
  return wholeInputUsage({
    input: usage['prompt_tokens'],
    cacheRead: details['cached_tokens'],
    cacheWrite: details['cache_write_tokens'],
    output: usage['completion_tokens'],
  });
}
