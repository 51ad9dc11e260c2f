/**
 * Gemini CLI: `tmp/<project>/chats/session-*.jsonl` in its folder, in older versions one JSON file for
 * each session.
 *
 * A message is written again when its tools have answered: the last line of an id counts, at the place
 * of the first. `$set` changes the session's own fields and may bring messages along; `$rewindTo` takes
 * back the messages from one on.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  countOf,
  fieldsOf,
  isObject,
  listOf,
  textOf,
  type JsonFields,
} from '../../base/json-values.ts';
import type { TokenUsage } from '../../prices/index.ts';
import {
  jsonLines,
  type Reading,
  RunBuilder,
  type Run,
  resultText,
  visibleText,
  timeOf,
} from '../../transcripts/index.ts';

/** The run of one file. */
export async function* readGemini(file: string, reading: Reading): AsyncGenerator<Run> {
  const messages = new Map<string, JsonFields>();
  let id: string | null = null;
  if (file.endsWith('.json')) {
    const text = await readFile(file, 'utf8');
    reading.onBytes?.(text.length);
    const session = fieldsOf(JSON.parse(text));
    id = textOf(session['sessionId']);
    takeMessages(messages, session['messages']);
  } else {
    for await (const line of jsonLines(file, reading)) {
      id ??= textOf(line['sessionId']);
      takeLine(messages, line);
    }
  }
  const builder = new RunBuilder(reading);
  for (const [key, message] of messages) takeMessage(builder, key, message);
  if (builder.isEmpty) return;
  id ??= basename(file).replace(/\.jsonl?$/, '');
  yield builder.build({ id, client: 'gemini-cli', file, project: projectOf(file) });
}

/** The folder above `chats`; a session of a subagent lies one deeper. */
function projectOf(file: string): string | null {
  const folders = dirname(file).split(/[\\/]/);
  const chats = folders.lastIndexOf('chats');
  return chats > 0 ? (folders[chats - 1] ?? null) : null;
}

function takeLine(messages: Map<string, JsonFields>, line: JsonFields): void {
  if (isObject(line['$set'])) {
    takeMessages(messages, line['$set']['messages']);
    return;
  }
  const rewindTo = textOf(line['$rewindTo']);
  if (rewindTo !== null) {
    const ids = [...messages.keys()];
    const from = ids.indexOf(rewindTo);
    if (from !== -1) for (const id of ids.slice(from)) messages.delete(id);
    return;
  }
  takeMessages(messages, [line]);
}

function takeMessages(messages: Map<string, JsonFields>, list: unknown): void {
  for (const message of listOf(list)) {
    const fields = fieldsOf(message);
    const id = textOf(fields['id']);
    if (id !== null && textOf(fields['type']) !== null) messages.set(id, fields);
  }
}

function takeMessage(builder: RunBuilder, id: string, message: JsonFields): void {
  const atMs = timeOf(message['timestamp']);
  if (message['type'] === 'user') {
    builder.prompt(visibleText(message['content']), atMs);
    return;
  }
  if (message['type'] !== 'gemini') return;
  builder.response(visibleText(message['content']), atMs);
  const calls = listOf(message['toolCalls']).map(fieldsOf);
  for (const call of calls) {
    const callId = textOf(call['id']);
    if (callId !== null) builder.call(callId, textOf(call['name']) ?? 'unknown', call['args']);
  }
  if (isObject(message['tokens'])) {
    builder.usage(id, textOf(message['model']), geminiUsage(message['tokens']));
  }
  for (const call of calls) takeResult(builder, call, atMs);
}

function takeResult(builder: RunBuilder, call: JsonFields, atMs: number | null): void {
  const callId = textOf(call['id']);
  const status = textOf(call['status']);
  if (callId === null || status === null) return;
  const answers = listOf(call['result']).map((part) => {
    const response = fieldsOf(fieldsOf(fieldsOf(part)['functionResponse'])['response']);
    return resultText(response['output'] ?? response['error'] ?? response);
  });
  const text = answers.length === 0 ? resultText(call['resultDisplay']) : answers.join('\n');
  const failed = status === 'error' || status === 'cancelled';
  // A shell whose command failed counts as a success here, so only a failure is said.
  const outcome = failed ? { text, isError: true } : { text };
  builder.result(callId, outcome, timeOf(call['timestamp']) ?? atMs);
}

/** Gemini counts cached tokens among the input and thoughts beside the output. */
function geminiUsage(tokens: JsonFields): TokenUsage {
  const cacheRead = countOf(tokens['cached']);
  return {
    input: Math.max(0, countOf(tokens['input']) + countOf(tokens['tool']) - cacheRead),
    cacheRead,
    cacheWrite: 0,
    cacheWriteHour: 0,
    output: countOf(tokens['output']) + countOf(tokens['thoughts']),
  };
}
