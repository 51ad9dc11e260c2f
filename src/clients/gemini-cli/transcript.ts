/**
 * Gemini CLI: `tmp/<project>/chats/session-*.jsonl` in its folder, in older versions one JSON file for
 * each session.
 *
 * A message is written again when its tools have answered: the last line of an id counts, at the place
 * of the first. `$set` changes the session's own fields and may bring messages along; `$rewindTo` takes
 * back the messages from one on.
 */
import { basename, dirname } from 'node:path';
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import {
  jsonLines,
  type Reading,
  RunBuilder,
  type Run,
  resultText,
  visibleText,
  timeOf,
  transcriptText,
} from '../../transcripts/index.ts';
import { geminiUsage } from './gemini-usage.ts';

/** The run of one file. */
export async function* readGemini(file: string, reading: Reading): AsyncGenerator<Run> {
  const messages = new Map<string, JsonObject>();
  let id: string | null = null;
  if (file.endsWith('.json')) {
    const text = await transcriptText(file);
    reading.onBytes?.(text.length);
    const session = fieldsOf(JSON.parse(text));
    id = textOrNull(session['sessionId']);
    takeMessages(messages, session['messages']);
  } else {
    for await (const line of jsonLines(file, reading)) {
      id ??= textOrNull(line['sessionId']);
      takeLine(messages, line);
    }
  }
  const builder = new RunBuilder(reading);
  for (const [key, message] of messages) takeMessage(builder, key, message);
  if (builder.isEmpty) return;
  id ??= basename(file).replace(/\.jsonl?$/, '');
  yield builder.build({ id, client: 'gemini-cli', file, ...placeOf(file) });
}

/** The folder above `chats` is the project's; a session of a subagent lies one deeper. */
function placeOf(file: string): Pick<Run, 'project' | 'isSubagent'> {
  const folders = dirname(file).split(/[\\/]/);
  const chats = folders.lastIndexOf('chats');
  if (chats <= 0) return { project: null };
  return { project: folders[chats - 1] ?? null, isSubagent: chats < folders.length - 1 };
}

function takeLine(messages: Map<string, JsonObject>, line: JsonObject): void {
  if (isObject(line['$set'])) {
    takeMessages(messages, line['$set']['messages']);
    return;
  }
  const rewindTo = textOrNull(line['$rewindTo']);
  if (rewindTo !== null) {
    const ids = [...messages.keys()];
    const from = ids.indexOf(rewindTo);
    if (from !== -1) for (const id of ids.slice(from)) messages.delete(id);
    return;
  }
  takeMessages(messages, [line]);
}

function takeMessages(messages: Map<string, JsonObject>, list: unknown): void {
  for (const message of listOf(list)) {
    const fields = fieldsOf(message);
    const id = textOrNull(fields['id']);
    if (id !== null && textOrNull(fields['type']) !== null) messages.set(id, fields);
  }
}

function takeMessage(builder: RunBuilder, id: string, message: JsonObject): void {
  const atMs = timeOf(message['timestamp']);
  if (message['type'] === 'user') {
    builder.prompt(visibleText(message['content']), atMs);
    return;
  }
  if (message['type'] !== 'gemini') return;
  builder.response(visibleText(message['content']), atMs);
  const calls = listOf(message['toolCalls']).map(fieldsOf);
  for (const call of calls) {
    const callId = textOrNull(call['id']);
    if (callId !== null) builder.call(callId, textOrNull(call['name']) ?? 'unknown', call['args']);
  }
  if (isObject(message['tokens'])) {
    builder.usage(id, textOrNull(message['model']), geminiUsage(message['tokens']));
  }
  for (const call of calls) takeResult(builder, call, atMs);
}

function takeResult(builder: RunBuilder, call: JsonObject, atMs: number | null): void {
  const callId = textOrNull(call['id']);
  const status = textOrNull(call['status']);
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
