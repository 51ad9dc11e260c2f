/**
 * Kimi Code: `sessions/<project>/<session>/agents/<agent>/wire.jsonl` in its folder, one line for each event. A subagent
 * has a file of its own.
 *
 * Much is written twice, as it happens and as it is in the context; what happens is read.
 */
import { basename, dirname } from 'node:path';
import {
  countOrZero,
  fieldsOf,
  isObject,
  textOrNull,
  type JsonObject,
} from '../../base/json-values.ts';
import { MAIN } from '../../base/main-name.ts';
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

/** `wd_<name>_<hash>`. */
const PROJECT_FOLDER = /^wd_(.+)_[0-9a-f]+$/;

/** The run of one file. */
export async function* readKimiCode(file: string, reading: Reading): AsyncGenerator<Run> {
  const builder = new RunBuilder(reading, 'called');
  let model: string | null = null;
  for await (const line of jsonLines(file, reading)) {
    if (line['type'] === 'llm.request') model = textOrNull(line['model']);
    takeLine(builder, line, model);
  }
  if (builder.isEmpty) return;
  const agentFolder = dirname(file);
  const sessionFolder = dirname(dirname(agentFolder));
  const session = basename(sessionFolder);
  const agent = basename(agentFolder);
  const id = agent === MAIN ? session : `${session}#${agent}`;
  const project = PROJECT_FOLDER.exec(basename(dirname(sessionFolder)))?.[1] ?? null;
  yield builder.build({ id, client: 'kimi-code', file, project, isSubagent: agent !== MAIN });
}

function takeLine(builder: RunBuilder, line: JsonObject, model: string | null): void {
  const atMs = timeOf(line['time']);
  if (line['type'] === 'turn.prompt') builder.prompt(visibleText(line['input']), atMs);
  else if (line['type'] === 'context.apply_compaction') builder.compaction(atMs);
  else if (line['type'] === 'context.append_loop_event') {
    takeEvent(builder, fieldsOf(line['event']), model, atMs);
  }
}

function takeEvent(
  builder: RunBuilder,
  event: JsonObject,
  model: string | null,
  atMs: number | null,
): void {
  const callId = textOrNull(event['toolCallId']) ?? '';
  switch (event['type']) {
    case 'step.begin':
      builder.answer(textOrNull(event['uuid']));
      builder.beginAnswer();
      return;
    case 'content.part':
      builder.response(visibleText(event['part']), atMs);
      return;
    case 'tool.call':
      builder.call(callId, textOrNull(event['name']) ?? 'unknown', event['args']);
      return;
    case 'tool.result':
      takeResult(builder, callId, fieldsOf(event['result']), atMs);
      return;
    case 'step.end': {
      const { usage } = event;
      const key = textOrNull(event['uuid']);
      if (key !== null && isObject(usage)) builder.usage(key, model, kimiUsage(usage));
      return;
    }
    default:
  }
}

function takeResult(
  builder: RunBuilder,
  callId: string,
  result: JsonObject,
  atMs: number | null,
): void {
  const text = resultText(result['output']);
  builder.result(callId, result['isError'] === true ? { text, isError: true } : { text }, atMs);
}

/** It counts every kind of token apart. */
function kimiUsage(usage: JsonObject): Usage {
  return {
    inputTokens: countOrZero(usage['inputOther']),
    cacheReadTokens: countOrZero(usage['inputCacheRead']),
    cacheWriteTokens: countOrZero(usage['inputCacheCreation']),
    outputTokens: countOrZero(usage['output']),
  };
}
