/**
 * Logs of messages in the form of OpenAI or Anthropic, given as files.
 *
 * A file holds a conversation (a list of messages, a request with `messages` or `input`, one message a
 * line) or a log of requests, one a line, perhaps each with its response. Every request carries the
 * whole history again: lines with the same beginning are one run, and of each only what is new counts.
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
import { anthropicUsage } from '../anthropic-usage.ts';
import { jsonLines, type Reading } from '../json-lines.ts';
import { RunBuilder } from '../run-builder.ts';
import type { Run } from '../run.ts';
import { timeOf } from '../time-of.ts';
import { transcriptText } from '../transcript-text.ts';
import { takeMessage } from './logged-message.ts';

interface ConversationDraft {
  readonly builder: RunBuilder;
  /** Messages of the history that were taken. */
  taken: number;
  answers: number;
}

/** The runs of one file. */
export async function* readMessageLog(file: string, reading: Reading): AsyncGenerator<Run> {
  const drafts = new Map<string, ConversationDraft>();
  let single: ConversationDraft | null = null;
  for await (const value of valuesOf(file, reading)) {
    const atMs = timeOf(value['timestamp'] ?? value['time']);
    if (textOrNull(value['role']) !== null || isItem(value)) {
      single ??= newDraft(drafts, 'messages', reading);
      takeMessage(single.builder, value, atMs);
    } else {
      takeExchange(drafts, value, atMs, reading);
    }
  }
  let number = 0;
  for (const { builder } of drafts.values()) {
    number += 1;
    if (builder.isEmpty) continue;
    const name = basename(file).replace(/\.\w+$/, '');
    const id = drafts.size === 1 ? name : `${name}#${number}`;
    yield builder.build({ id, client: 'message-log', file, project: null, isLog: true });
  }
}

async function* valuesOf(file: string, reading: Reading): AsyncGenerator<JsonObject> {
  if (!file.endsWith('.json')) {
    yield* jsonLines(file, reading);
    return;
  }
  const text = await transcriptText(file);
  reading.onBytes?.(text.length);
  const value: unknown = JSON.parse(text);
  yield* Array.isArray(value) ? value.filter(isObject) : [fieldsOf(value)];
}

/** An item of the Responses form that has no role: a call or its output. */
function isItem(value: JsonObject): boolean {
  return textOrNull(value['call_id']) !== null;
}

function newDraft(
  drafts: Map<string, ConversationDraft>,
  key: string,
  reading: Reading,
): ConversationDraft {
  const draft: ConversationDraft = { builder: new RunBuilder(reading), taken: 0, answers: 0 };
  drafts.set(key, draft);
  return draft;
}

/** One request, and its response where the log has it. */
function takeExchange(
  drafts: Map<string, ConversationDraft>,
  value: JsonObject,
  atMs: number | null,
  reading: Reading,
): void {
  const request = firstObject(value, ['request', 'body', 'input_body']) ?? value;
  const messages = listOf(request['messages'] ?? request['input']);
  if (messages.length === 0) return;
  const key = JSON.stringify(messages.slice(0, beginning(messages)));
  const draft = drafts.get(key) ?? newDraft(drafts, key, reading);
  const { builder } = draft;
  // A history that shrank was summarised: what it holds now is known or stands for what was known.
  if (messages.length < draft.taken) builder.compaction(atMs);
  for (const message of messages.slice(draft.taken)) takeMessage(builder, fieldsOf(message), atMs);
  draft.taken = messages.length;
  const response = firstObject(value, ['response', 'completion', 'output_body']);
  const usage = response?.['usage'] ?? value['usage'];
  if (!isObject(usage)) return;
  draft.answers += 1;
  const model =
    textOrNull(response?.['model']) ?? textOrNull(request['model']) ?? textOrNull(value['model']);
  builder.beginAnswer();
  builder.usage(`answer ${draft.answers}`, model, loggedUsage(usage));
}

/** The system's words and the first prompt: what a conversation keeps. */
function beginning(messages: readonly unknown[]): number {
  const first = messages.findIndex((message) => fieldsOf(message)['role'] === 'user');
  return first === -1 ? 1 : first + 1;
}

function firstObject(value: JsonObject, names: readonly string[]): JsonObject | null {
  for (const name of names) {
    const held = value[name];
    if (isObject(held)) return held;
  }
  return null;
}

/** OpenAI counts cached tokens among the input; Anthropic counts them apart. */
function loggedUsage(usage: JsonObject): Usage {
  const isAnthropic = 'cache_read_input_tokens' in usage || 'cache_creation_input_tokens' in usage;
  if (isAnthropic) return anthropicUsage(usage);
  const details = fieldsOf(usage['prompt_tokens_details'] ?? usage['input_tokens_details']);
  const cacheReadTokens = countOrZero(details['cached_tokens']);
  const sent = countOrZero(usage['prompt_tokens'] ?? usage['input_tokens']);
  return {
    inputTokens: Math.max(0, sent - cacheReadTokens),
    cacheReadTokens,
    cacheWriteTokens: 0,
    outputTokens: countOrZero(usage['completion_tokens'] ?? usage['output_tokens']),
  };
}
