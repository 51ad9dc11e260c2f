/**
 * pi: `sessions/<folder>/<time>_<session>.jsonl` in its folder, one line for each message.
 *
 * A session is a tree: a line names the one before it, and a person who goes back in a conversation starts another
 * branch from there. The branch that was written last counts.
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
export async function* readPi(file: string, reading: Reading): AsyncGenerator<Run> {
  const lines: JsonObject[] = [];
  let id: string | null = null;
  let cwd: string | null = null;
  for await (const line of jsonLines(file, reading)) {
    if (line['type'] === 'session') {
      id ??= textOrNull(line['id']);
      cwd ??= textOrNull(line['cwd']);
    } else lines.push(line);
  }
  const builder = new RunBuilder(reading);
  for (const line of lastBranch(lines)) takeLine(builder, line);
  if (builder.isEmpty) return;
  const project = cwd === null ? null : basename(cwd);
  yield builder.build({ id: id ?? basename(file, '.jsonl'), client: 'pi', file, project });
}

/** The lines from the root to the last one; all of them where they name none before them. */
function lastBranch(lines: readonly JsonObject[]): readonly JsonObject[] {
  const before = new Map(lines.map((line) => [textOrNull(line['id']), line]));
  const branch: JsonObject[] = [];
  let line = lines.at(-1);
  while (line !== undefined && branch.length < lines.length) {
    branch.push(line);
    const parent = textOrNull(line['parentId']);
    line = parent === null ? undefined : before.get(parent);
  }
  const hasParents = lines.some((one) => textOrNull(one['parentId']) !== null);
  return hasParents ? branch.toReversed() : lines;
}

function takeLine(builder: RunBuilder, line: JsonObject): void {
  const atMs = timeOf(line['timestamp']);
  if (line['type'] === 'compaction') builder.compaction(atMs);
  if (line['type'] !== 'message') return;
  const message = fieldsOf(line['message']);
  const { content } = message;
  if (message['role'] === 'user') builder.prompt(visibleText(content), atMs);
  else if (message['role'] === 'assistant') takeAnswer(builder, line, message, atMs);
  else if (message['role'] === 'toolResult') {
    const text = resultText(content);
    const outcome = message['isError'] === true ? { text, isError: true } : { text };
    builder.result(textOrNull(message['toolCallId']) ?? '', outcome, atMs);
  }
}

function takeAnswer(
  builder: RunBuilder,
  line: JsonObject,
  message: JsonObject,
  atMs: number | null,
): void {
  builder.response(visibleText(message['content']), atMs);
  for (const part of listOf(message['content']).map(fieldsOf)) {
    const callId = textOrNull(part['id']);
    if (part['type'] !== 'toolCall' || callId === null) continue;
    builder.call(callId, textOrNull(part['name']) ?? 'unknown', part['arguments']);
  }
  const key = textOrNull(line['id']);
  const { usage } = message;
  if (key !== null && isObject(usage)) {
    builder.usage(key, textOrNull(message['model']), piUsage(usage));
  }
}

/** It counts every kind of token apart. */
function piUsage(usage: JsonObject): Usage {
  return {
    inputTokens: countOrZero(usage['input']),
    cacheReadTokens: countOrZero(usage['cacheRead']),
    cacheWriteTokens: countOrZero(usage['cacheWrite']),
    outputTokens: countOrZero(usage['output']),
  };
}
