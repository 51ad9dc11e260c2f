/**
 * Qwen Code: `projects/<folder>/chats/<session>.jsonl` in its folder, one line for each message.
 *
 * Lines have the frame of Claude Code's and the parts of Gemini's. What the program notes for itself is on lines of the
 * type `system`.
 */
import { basename } from 'node:path';
import {
  countOrZero,
  fieldsOf,
  isObject,
  listOf,
  textOrNull,
  type JsonObject,
} from '../../base/json-values.ts';
import type { Usage } from '../../prices/index.ts';
import {
  jsonLines,
  type Reading,
  RunBuilder,
  type Run,
  resultText,
  timeOf,
  visibleText,
} from '../../transcripts/index.ts';

/** The run of one file. */
export async function* readQwenCode(file: string, reading: Reading): AsyncGenerator<Run> {
  const builder = new RunBuilder(reading);
  let id: string | null = null;
  let cwd: string | null = null;
  for await (const line of jsonLines(file, reading)) {
    id ??= textOrNull(line['sessionId']);
    cwd ??= textOrNull(line['cwd']);
    takeLine(builder, line);
  }
  if (builder.isEmpty) return;
  const project = cwd === null ? null : basename(cwd);
  yield builder.build({ id: id ?? basename(file, '.jsonl'), client: 'qwen-code', file, project });
}

function takeLine(builder: RunBuilder, line: JsonObject): void {
  const atMs = timeOf(line['timestamp']);
  const parts = listOf(fieldsOf(line['message'])['parts']).map(fieldsOf);
  switch (line['type']) {
    case 'user':
      builder.prompt(visibleText(parts), atMs);
      return;
    case 'assistant':
      takeAnswer(builder, line, parts, atMs);
      return;
    case 'tool_result':
      takeResults(builder, line, parts, atMs);
      return;
    case 'system':
      if (line['subtype'] === 'chat_compression') builder.compaction(atMs);
      return;
    default:
  }
}

function takeAnswer(
  builder: RunBuilder,
  line: JsonObject,
  parts: readonly JsonObject[],
  atMs: number | null,
): void {
  builder.response(visibleText(parts), atMs);
  for (const part of parts) {
    const call = fieldsOf(part['functionCall']);
    const callId = textOrNull(call['id']);
    if (callId !== null) builder.call(callId, textOrNull(call['name']) ?? 'unknown', call['args']);
  }
  const key = textOrNull(line['uuid']);
  if (key !== null && isObject(line['usageMetadata'])) {
    builder.usage(key, textOrNull(line['model']), qwenUsage(line['usageMetadata']));
  }
}

function takeResults(
  builder: RunBuilder,
  line: JsonObject,
  parts: readonly JsonObject[],
  atMs: number | null,
): void {
  const status = textOrNull(fieldsOf(line['toolCallResult'])['status']);
  for (const part of parts) {
    const answer = fieldsOf(part['functionResponse']);
    const callId = textOrNull(answer['id']);
    if (callId === null) continue;
    const response = fieldsOf(answer['response']);
    const text = resultText(response['output'] ?? response['error'] ?? response);
    const hasFailed = status === 'error' || status === 'cancelled';
    builder.result(callId, hasFailed ? { text, isError: true } : { text }, atMs);
  }
}

/** Cached tokens are among those of the prompt, thoughts beside those of the answer. */
function qwenUsage(usage: JsonObject): Usage {
  const cacheReadTokens = countOrZero(usage['cachedContentTokenCount']);
  return {
    inputTokens: Math.max(0, countOrZero(usage['promptTokenCount']) - cacheReadTokens),
    cacheReadTokens,
    cacheWriteTokens: 0,
    outputTokens:
      countOrZero(usage['candidatesTokenCount']) + countOrZero(usage['thoughtsTokenCount']),
  };
}
