/**
 * GitHub Copilot CLI: `session-state/<session>/events.jsonl` in its folder, one line for each event.
 */
import { basename, dirname } from 'node:path';
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import type { Usage } from '../../prices/index.ts';
import {
  jsonLines,
  type Reading,
  RunBuilder,
  type Run,
  resultText,
  timeOf,
  visibleText,
  wholeInputUsage,
} from '../../transcripts/index.ts';

/** The run of one file. */
export async function* readCopilotCli(file: string, reading: Reading): AsyncGenerator<Run> {
  const builder = new RunBuilder(reading, 'called');
  let id: string | null = null;
  let cwd: string | null = null;
  for await (const line of jsonLines(file, reading)) {
    const data = fieldsOf(line['data']);
    if (line['type'] === 'session.start') {
      id ??= textOrNull(data['sessionId']);
      cwd ??= textOrNull(fieldsOf(data['context'])['cwd']);
    } else takeEvent(builder, line, data);
  }
  if (builder.isEmpty) return;
  const project = cwd === null ? null : basename(cwd);
  yield builder.build({ id: id ?? basename(dirname(file)), client: 'copilot-cli', file, project });
}

function takeEvent(builder: RunBuilder, line: JsonObject, data: JsonObject): void {
  const atMs = timeOf(line['timestamp']);
  switch (line['type']) {
    case 'user.message':
      builder.prompt(visibleText(data['content']), atMs);
      return;
    case 'session.usage_record':
      takeUsage(builder, data);
      return;
    case 'assistant.message':
      builder.response(visibleText(data['content']), atMs);
      for (const request of listOf(data['toolRequests'])) takeCall(builder, fieldsOf(request));
      return;
    case 'tool.execution_complete':
      takeResult(builder, data, atMs);
      return;
    case 'session.compaction_complete':
      builder.compaction(atMs);
      return;
    default:
  }
}

/** The usage of an answer is written before what it said. */
function takeUsage(builder: RunBuilder, { usage: value }: JsonObject): void {
  const used = fieldsOf(value);
  const key = textOrNull(used['apiCallId']);
  if (key === null) return;
  builder.beginAnswer();
  builder.usage(key, textOrNull(used['model']), copilotUsage(used));
}

function takeCall(builder: RunBuilder, request: JsonObject): void {
  const callId = textOrNull(request['toolCallId']);
  if (callId === null) return;
  builder.call(callId, textOrNull(request['name']) ?? 'unknown', request['arguments']);
}

function takeResult(builder: RunBuilder, data: JsonObject, atMs: number | null): void {
  const callId = textOrNull(data['toolCallId']);
  if (callId === null) return;
  const { result, error } = data;
  const text = isObject(result) ? resultText(result['content']) : resultText(error);
  const hasFailed = data['success'] === false;
  builder.result(callId, hasFailed ? { text, isError: true } : { text }, atMs);
}

function copilotUsage(used: JsonObject): Usage {
  return wholeInputUsage({
    input: used['inputTokens'],
    cacheRead: used['cacheReadTokens'],
    cacheWrite: used['cacheWriteTokens'],
    output: used['outputTokens'],
  });
}
