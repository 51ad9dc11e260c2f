/**
 * Claude Code: `projects/<folder>/<session>.jsonl` in its configuration folder, subagents in
 * `<session>/subagents/agent-<id>.jsonl`, in older versions as side chains of the session's file.
 *
 * One answer of the model is several lines, a block each, and every line repeats the usage of the whole
 * answer; the message's id tells that they are one.
 */
import { basename } from 'node:path';
import { fieldsOf, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import {
  anthropicUsage,
  timeOf,
  anthropicResult,
  jsonLines,
  type Reading,
  RunBuilder,
  type Run,
  visibleText,
} from '../../transcripts/index.ts';

interface ThreadDraft {
  readonly builder: RunBuilder;
  readonly name: string;
  /** The boundary was met and the summary that follows it belongs to it. */
  summaryExpected: boolean;
}

interface SessionDraft {
  readonly threads: Map<string, ThreadDraft>;
  /** The thread of each line of a side chain, by the line's id. */
  readonly sideChains: Map<string, string>;
  id: string | null;
  project: string | null;
}

/** The runs of one file: the session's own thread and its side chains. */
export async function* readClaudeCode(file: string, reading: Reading): AsyncGenerator<Run> {
  const session: SessionDraft = {
    threads: new Map(),
    sideChains: new Map(),
    id: null,
    project: null,
  };
  for await (const line of jsonLines(file, reading)) takeLine(session, line, reading);
  for (const { builder, name } of session.threads.values()) {
    if (builder.isEmpty) continue;
    const id = session.id ?? basename(file, '.jsonl');
    yield builder.build({
      id: name === '' ? id : `${id}#${name}`,
      client: 'claude-code',
      file,
      project: session.project,
      isSubagent: name !== '',
    });
  }
}

function takeLine(session: SessionDraft, line: JsonObject, reading: Reading): void {
  const type = line['type'];
  if (type !== 'user' && type !== 'assistant' && type !== 'system') return;
  session.id ??= textOrNull(line['sessionId']);
  const cwd = textOrNull(line['cwd']);
  if (cwd !== null) session.project ??= basename(cwd);
  const name = threadName(session, line);
  const draft = session.threads.get(name) ?? {
    builder: new RunBuilder(reading),
    name,
    summaryExpected: false,
  };
  session.threads.set(name, draft);
  if (type === 'user') takeUser(draft, line);
  else if (type === 'assistant') takeAssistant(draft.builder, line);
  else if (line['subtype'] === 'compact_boundary') {
    draft.builder.compaction(timeOf(line['timestamp']));
    draft.summaryExpected = true;
  }
}

/** Subagents have a name; a nameless side chain is known by the line it began with. */
function threadName({ sideChains }: SessionDraft, line: JsonObject): string {
  const agent = textOrNull(line['agentId']);
  if (agent !== null) return agent;
  if (line['isSidechain'] !== true) return '';
  const uuid = textOrNull(line['uuid']) ?? '';
  const parent = textOrNull(line['parentUuid']);
  const name = (parent === null ? undefined : sideChains.get(parent)) ?? `side-${uuid}`;
  sideChains.set(uuid, name);
  return name;
}

function takeUser(draft: ThreadDraft, line: JsonObject): void {
  const { builder } = draft;
  const atMs = timeOf(line['timestamp']);
  if (line['isCompactSummary'] === true) {
    if (!draft.summaryExpected) builder.compaction(atMs);
    draft.summaryExpected = false;
    return;
  }
  const content = fieldsOf(line['message'])['content'];
  for (const part of listOf(content)) {
    const fields = fieldsOf(part);
    const callId = textOrNull(fields['tool_use_id']);
    if (fields['type'] !== 'tool_result' || callId === null) continue;
    builder.result(callId, anthropicResult(fields), atMs);
  }
  if (line['isMeta'] !== true) builder.prompt(visibleText(textParts(content)), atMs);
}

function textParts(content: unknown): unknown {
  if (typeof content === 'string') return content;
  return listOf(content).filter((part) => fieldsOf(part)['type'] === 'text');
}

function takeAssistant(builder: RunBuilder, line: JsonObject): void {
  const message = fieldsOf(line['message']);
  // Messages that the client makes up, such as an error it shows, are no answers of a model.
  if (line['isApiErrorMessage'] === true || message['model'] === '<synthetic>') return;
  const id = textOrNull(message['id']);
  builder.answer(id);
  for (const part of listOf(message['content'])) {
    const fields = fieldsOf(part);
    const callId = textOrNull(fields['id']);
    if (fields['type'] === 'text') {
      builder.response(textOrNull(fields['text']) ?? '', timeOf(line['timestamp']));
    } else if (fields['type'] === 'tool_use' && callId !== null) {
      builder.call(callId, textOrNull(fields['name']) ?? 'unknown', fields['input']);
    }
  }
  if (id !== null)
    builder.usage(id, textOrNull(message['model']), anthropicUsage(message['usage']));
}
