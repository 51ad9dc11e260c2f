/**
 * Whose transcript a given file is, told by its name and its first line.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { fileLines } from '../../transcripts/index.ts';
import type { TranscriptForm } from './transcript-file.ts';

/** Lines that are looked at: some clients begin with lines that say little. */
const LINES_MAX = 8;
const transcriptName = /\.(?:jsonl|ndjson|json|traj|db)$/i;

/** Whether a file may be a transcript at all, by its name. */
export function mayBeTranscript(file: string): boolean {
  return transcriptName.test(file);
}

/** The form of the file; null when it is none that is known. May throw what reading throws. */
export async function recognisedForm(file: string): Promise<TranscriptForm | null> {
  if (file.endsWith('.traj')) return 'swe-agent';
  if (file.endsWith('.db'))
    return basename(file).startsWith('opencode') ? 'opencode-database' : null;
  if (file.endsWith('.json')) return formOfJson(file);
  let looked = 0;
  for await (const { text } of fileLines(file)) {
    const form = formOfLine(fieldsOf(parseJson(text ?? '')));
    looked += 1;
    if (form !== null || looked >= LINES_MAX) return form;
  }
  return null;
}

async function formOfJson(file: string): Promise<TranscriptForm | null> {
  const value = parseJson(await readFile(file, 'utf8'));
  if (Array.isArray(value)) return isMessageLog(fieldsOf(value[0])) ? 'message-log' : null;
  const fields = fieldsOf(value);
  if (Array.isArray(fields['trajectory'])) return 'swe-agent';
  if (textOrNull(fields['projectHash']) !== null) return 'gemini-cli';
  if (
    textOrNull(fields['id'])?.startsWith('ses_') &&
    basename(dirname(dirname(file))) === 'session'
  ) {
    return 'opencode-session';
  }
  return isMessageLog(fields) ? 'message-log' : null;
}

function formOfLine(line: JsonObject): TranscriptForm | null {
  if (isObject(line['payload']) && textOrNull(line['type']) !== null) return 'codex';
  if (textOrNull(line['sessionId']) !== null) {
    return textOrNull(line['projectHash']) === null ? 'claude-code' : 'gemini-cli';
  }
  return isMessageLog(line) ? 'message-log' : null;
}

function isMessageLog(value: JsonObject): boolean {
  if (textOrNull(value['role']) !== null || textOrNull(value['call_id']) !== null) return true;
  const request = [value, value['request'], value['body'], value['input_body']].map(fieldsOf);
  return request.some(({ messages, input }) => listOf(messages ?? input).length > 0);
}
