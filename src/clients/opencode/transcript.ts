/**
 * OpenCode: sessions with messages, messages with parts, whichever way they are kept.
 *
 * Newer versions keep them in a database, older ones in a file each; both hold the same values, so one
 * reader turns them into runs.
 */
import { basename } from 'node:path';
import { countOrZero, fieldsOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import type { Usage } from '../../prices/index.ts';
import { type Reading, RunBuilder, type Run, resultText, timeOf } from '../../transcripts/index.ts';

/** A session and where it was found. */
export interface OpencodeSession {
  /** OpenCode, or a client that grew out of it. */
  readonly client: string;
  readonly id: string;
  readonly file: string;
  readonly directory: string | null;
  /** The session whose subagent it is. */
  readonly parent: string | null;
}

/** A message with its parts, in order. */
export interface OpencodeMessage {
  readonly id: string;
  readonly fields: JsonObject;
  readonly parts: readonly JsonObject[];
}

/** The run of a session; null where nothing happened. */
export function opencodeRun(
  session: OpencodeSession,
  messages: Iterable<OpencodeMessage>,
  reading: Reading,
): Run | null {
  const builder = new RunBuilder(reading);
  for (const message of messages) {
    if (message.fields['role'] === 'user') takeUser(builder, message);
    else takeAssistant(builder, message);
  }
  if (builder.isEmpty) return null;
  const { id, client, file, directory, parent } = session;
  const project = directory === null ? null : basename(directory);
  return builder.build({ id, client, file, project, isSubagent: parent !== null });
}

function takeUser(builder: RunBuilder, { fields, parts }: OpencodeMessage): void {
  const atMs = timeOf(fieldsOf(fields['time'])['created']);
  if (parts.some((part) => part['type'] === 'compaction')) {
    builder.compaction(atMs);
    return;
  }
  // Synthetic parts are the client's own: attached files, the order to go on after a compaction.
  const said = parts.filter((part) => part['type'] === 'text' && part['synthetic'] !== true);
  builder.prompt(said.map((part) => textOrNull(part['text']) ?? '').join('\n'), atMs);
}

function takeAssistant(builder: RunBuilder, { id, fields, parts }: OpencodeMessage): void {
  // The answer to a compaction is the summary, and no step.
  const isSummary = fields['summary'] === true;
  const calls = parts.filter(
    (part) => part['type'] === 'tool' && textOrNull(part['callID']) !== null,
  );
  for (const part of isSummary ? [] : parts) {
    if (part['type'] !== 'text') continue;
    builder.response(textOrNull(part['text']) ?? '', timeOf(fieldsOf(part['time'])['end']));
  }
  for (const part of calls) {
    const tool = textOrNull(part['tool']) ?? 'unknown';
    builder.call(textOrNull(part['callID']) ?? '', tool, fieldsOf(part['state'])['input']);
  }
  builder.usage(id, textOrNull(fields['modelID']), opencodeUsage(fields['tokens']));
  for (const part of calls) takeResult(builder, part);
}

function takeResult(builder: RunBuilder, part: JsonObject): void {
  const state = fieldsOf(part['state']);
  const atMs = timeOf(fieldsOf(state['time'])['end']);
  const failed = state['status'] === 'error';
  if (!failed && state['status'] !== 'completed') return;
  const text = resultText(failed ? state['error'] : state['output']);
  // A shell whose command failed counts as completed here, so only a failure is said.
  const outcome = failed ? { text, isError: true } : { text };
  builder.result(textOrNull(part['callID']) ?? '', outcome, atMs);
}

/** OpenCode counts every kind of token apart. */
function opencodeUsage(value: unknown): Usage {
  const tokens = fieldsOf(value);
  const cache = fieldsOf(tokens['cache']);
  return {
    inputTokens: countOrZero(tokens['input']),
    cacheReadTokens: countOrZero(cache['read']),
    cacheWriteTokens: countOrZero(cache['write']),
    outputTokens: countOrZero(tokens['output']) + countOrZero(tokens['reasoning']),
  };
}
