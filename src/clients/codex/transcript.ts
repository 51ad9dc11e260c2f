/**
 * Codex: `sessions/<year>/<month>/<day>/rollout-*.jsonl` in its home folder.
 *
 * Newer versions write a usage record for each answer; older ones only the running count, which is
 * repeated whenever a limit changes, so its total tells whether it is a new one.
 */
import { basename } from 'node:path';
import { countOrZero, fieldsOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import {
  jsonLines,
  type Reading,
  RunBuilder,
  type ToolOutcome,
  type Run,
  resultText,
  visibleText,
  timeOf,
} from '../../transcripts/index.ts';
import { codexUsage } from './codex-usage.ts';

interface SessionDraft {
  readonly builder: RunBuilder;
  id: string | null;
  project: string | null;
  model: string | null;
  hasUsageRecords: boolean;
}

/** The run of one file. */
export async function* readCodex(file: string, reading: Reading): AsyncGenerator<Run> {
  const draft: SessionDraft = {
    builder: new RunBuilder(reading),
    id: null,
    project: null,
    model: null,
    hasUsageRecords: false,
  };
  for await (const line of jsonLines(file, reading)) takeLine(draft, line);
  if (draft.builder.isEmpty) return;
  const id = draft.id ?? basename(file, '.jsonl');
  yield draft.builder.build({ id, client: 'codex', file, project: draft.project });
}

function takeLine(draft: SessionDraft, line: JsonObject): void {
  const payload = fieldsOf(line['payload']);
  const atMs = timeOf(line['timestamp']);
  switch (line['type']) {
    case 'session_meta':
      takeSession(draft, payload);
      break;
    case 'turn_context':
      draft.model = textOrNull(payload['model']) ?? draft.model;
      break;
    case 'response_item':
      takeItem(draft.builder, payload, atMs);
      break;
    case 'compacted':
      draft.builder.takeBackResponse();
      draft.builder.compaction(atMs);
      break;
    case 'token_usage_record':
      draft.hasUsageRecords = true;
      takeUsage(draft, textOrNull(payload['response_id']), payload['usage']);
      break;
    case 'event_msg':
      if (payload['type'] === 'token_count') takeTokenCount(draft, fieldsOf(payload['info']));
      break;
    default:
  }
}

function takeSession(draft: SessionDraft, payload: JsonObject): void {
  draft.id ??= textOrNull(payload['id']) ?? textOrNull(payload['session_id']);
  const cwd = textOrNull(payload['cwd']);
  if (cwd !== null) draft.project ??= basename(cwd);
}

function takeItem(builder: RunBuilder, item: JsonObject, atMs: number | null): void {
  const callId = textOrNull(item['call_id']);
  switch (item['type']) {
    case 'message':
      if (item['role'] === 'user') builder.prompt(visibleText(item['content']), atMs);
      if (item['role'] === 'assistant') builder.response(visibleText(item['content']), atMs);
      break;
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call': {
      const args = item['arguments'] ?? item['input'] ?? item['action'];
      const tool = textOrNull(item['name']) ?? 'local_shell';
      if (callId !== null) builder.call(callId, tool, args);
      break;
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      if (callId !== null) builder.result(callId, outcome(item['output']), atMs);
      break;
    default:
  }
}

/** An output is a text, parts, or in older versions a JSON text with the exit code beside it. */
function outcome(output: unknown): ToolOutcome {
  if (typeof output === 'string' && output.startsWith('{"output":')) {
    try {
      const fields = fieldsOf(JSON.parse(output));
      const exitCode = fieldsOf(fields['metadata'])['exit_code'];
      const text = resultText(fields['output']);
      return failed(text, typeof exitCode === 'number' && exitCode !== 0);
    } catch {
      return { text: output };
    }
  }
  const fields = fieldsOf(output);
  const { success } = fields;
  const text = resultText(fields['content'] ?? output);
  return failed(text, success === false);
}

/** Only a failure is said: an exit code of zero does not mean that the answer is none of an error. */
function failed(text: string, isError: boolean): ToolOutcome {
  return isError ? { text, isError } : { text };
}

function takeTokenCount(draft: SessionDraft, info: JsonObject): void {
  if (draft.hasUsageRecords) return;
  const total = countOrZero(fieldsOf(info['total_token_usage'])['total_tokens']);
  if (total > 0) takeUsage(draft, `total ${total}`, info['last_token_usage']);
}

function takeUsage(draft: SessionDraft, key: string | null, usage: unknown): void {
  if (key !== null) draft.builder.usage(key, draft.model, codexUsage(usage));
}
