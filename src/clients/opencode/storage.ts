/**
 * OpenCode's older storage: `storage/session/<project>/<session>.json`, with the messages and the parts
 * of a message in folders of their own.
 *
 * Ids begin with the time, so the order of names is the order of events.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { readTextSafely } from '../../base/node/safe-file.ts';
import type { Reading, Run } from '../../transcripts/index.ts';
import { opencodeRun, type OpencodeMessage } from './transcript.ts';

/** The run of one session file. */
export function readOpencodeSession(file: string, reading: Reading): Run | null {
  const storage = dirname(dirname(dirname(file)));
  const fields = opened(file, reading);
  if (fields === null) return null;
  const id = textOrNull(fields['id']) ?? basename(file, '.json');
  const session = {
    id,
    client: 'opencode',
    file,
    directory: textOrNull(fields['directory']),
    parent: textOrNull(fields['parentID']),
  };
  return opencodeRun(session, messagesOf(storage, id, reading), reading);
}

function* messagesOf(
  storage: string,
  session: string,
  reading: Reading,
): Generator<OpencodeMessage> {
  for (const name of names(join(storage, 'message', session))) {
    const fields = opened(join(storage, 'message', session, name), reading);
    if (fields === null) continue;
    const id = textOrNull(fields['id']) ?? basename(name, '.json');
    const folder = join(storage, 'part', id);
    const parts = names(folder)
      .map((part) => opened(join(folder, part), reading))
      .filter((part) => part !== null);
    yield { id, fields, parts };
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted();
  } catch {
    return [];
  }
}

function opened(file: string, reading: Reading): JsonObject | null {
  const text = readTextSafely(file, { followsLinks: true }) ?? '';
  reading.onBytes?.(text.length);
  const value = parseJson(text);
  if (value !== undefined) return fieldsOf(value);
  reading.onBroken({ file, line: null, problem: 'the file is not JSON' });
  return null;
}
