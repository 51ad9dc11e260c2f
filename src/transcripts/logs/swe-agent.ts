/**
 * SWE-agent: `<instance>.traj`, one JSON file for each run.
 *
 * An action is a command line; its first word is taken for the tool. The format keeps usage for the
 * whole run only, which says nothing about a part of it, so the run has no model calls.
 */
import { basename } from 'node:path';
import { fieldsOf, listOf, textOrNull } from '../../base/json-values.ts';
import type { Reading } from '../json-lines.ts';
import { RunBuilder } from '../run-builder.ts';
import type { Run } from '../run.ts';
import { transcriptText } from '../transcript-text.ts';
import { resultText } from '../visible-text.ts';

/** The run of one file. */
export async function* readSweAgent(file: string, reading: Reading): AsyncGenerator<Run> {
  const text = await transcriptText(file);
  reading.onBytes?.(text.length);
  const builder = new RunBuilder(reading);
  for (const [index, value] of listOf(fieldsOf(JSON.parse(text))['trajectory']).entries()) {
    const step = fieldsOf(value);
    const action = (textOrNull(step['action']) ?? '').trim();
    if (action === '') {
      builder.response(textOrNull(step['response']) ?? textOrNull(step['thought']) ?? '', null);
      continue;
    }
    const tool = /^\S+/.exec(action)?.[0] ?? action;
    const callId = `step ${index}`;
    builder.call(callId, tool, { command: action.slice(tool.length).trim() });
    builder.result(callId, { text: resultText(step['observation']) }, null);
  }
  if (builder.isEmpty) return;
  const id = basename(file, '.traj');
  yield builder.build({ id, client: 'swe-agent', file, project: null, isLog: true });
}
