/**
 * Cline: `data/sessions/<session>/<session>.messages.json` in its folder, the conversation in Anthropic's form.
 */
import { basename } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import type { Usage } from '../../prices/index.ts';
import {
  anthropicResult,
  type Reading,
  RunBuilder,
  type Run,
  timeOf,
  transcriptText,
  visibleText,
  wholeInputUsage,
} from '../../transcripts/index.ts';

const ENDING = '.messages.json';
/** The mode of a prompt is written around what the person said. */
const PROMPT_TAG = /^<user_input[^>]*>([\s\S]*)<\/user_input>$/;

/** The run of one file. */
export async function* readCline(file: string, reading: Reading): AsyncGenerator<Run> {
  const text = await transcriptText(file);
  reading.onBytes?.(text.length);
  const session = fieldsOf(JSON.parse(text));
  const builder = new RunBuilder(reading);
  for (const message of listOf(session['messages'])) takeMessage(builder, fieldsOf(message));
  if (builder.isEmpty) return;
  const id = textOrNull(session['sessionId']) ?? basename(file, ENDING);
  yield builder.build({ id, client: 'cline', file, project: await projectBeside(file) });
}

/** What else is known of a session is in a file of its own; without it the project has no name. */
async function projectBeside(file: string): Promise<string | null> {
  const facts = file.replace(ENDING, '.json');
  try {
    const cwd = textOrNull(fieldsOf(parseJson(await transcriptText(facts)))['cwd']);
    return cwd === null ? null : basename(cwd);
  } catch {
    return null;
  }
}

function takeMessage(builder: RunBuilder, message: JsonObject): void {
  const atMs = timeOf(message['ts']);
  const parts = listOf(message['content']).map(fieldsOf);
  if (message['role'] === 'assistant') {
    takeAnswer(builder, message, parts, atMs);
    return;
  }
  for (const part of parts) {
    const callId = textOrNull(part['tool_use_id']);
    if (part['type'] !== 'tool_result' || callId === null) continue;
    const { text, isError } = anthropicResult(part);
    // That a command ran is no proof that it did what it should, so only a failure is said.
    builder.result(callId, isError === true ? { text, isError } : { text }, atMs);
  }
  const said = visibleText(parts.filter((part) => part['type'] === 'text'));
  builder.prompt(PROMPT_TAG.exec(said)?.[1] ?? said, atMs);
}

function takeAnswer(
  builder: RunBuilder,
  message: JsonObject,
  parts: readonly JsonObject[],
  atMs: number | null,
): void {
  builder.response(visibleText(parts), atMs);
  for (const part of parts) {
    const callId = textOrNull(part['id']);
    if (part['type'] !== 'tool_use' || callId === null) continue;
    builder.call(callId, textOrNull(part['name']) ?? 'unknown', part['input']);
  }
  const key = textOrNull(message['id']);
  const { metrics, modelInfo } = message;
  if (key !== null && isObject(metrics)) {
    builder.usage(key, textOrNull(fieldsOf(modelInfo)['id']), clineUsage(metrics));
  }
}

function clineUsage(metrics: JsonObject): Usage {
  return wholeInputUsage({
    input: metrics['inputTokens'],
    cacheRead: metrics['cacheReadTokens'],
    cacheWrite: metrics['cacheWriteTokens'],
    output: metrics['outputTokens'],
  });
}
