/**
 * OpenCode's database, `opencode.db` in its data folder.
 *
 * To open a database that is in use would write beside it (a lock, a shared-memory file). So one whose
 * log holds anything is copied first and the copy is opened; the original is only read.
 */
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { timeOf } from '../../transcripts/index.ts';
import type { Reading, Run } from '../../transcripts/index.ts';
import { opencodeRun, type OpencodeMessage } from './transcript.ts';

/** The runs of a database, those whose last change is not before `sinceMs`. */
export async function* readOpencodeDatabase(
  file: string,
  reading: Reading,
  sinceMs: number | null,
  client = 'opencode',
): AsyncGenerator<Run> {
  const { database, close } = await openedUntouched(file);
  try {
    const sessions = database
      .prepare('SELECT * FROM session WHERE time_updated >= ? ORDER BY time_created, id')
      .all(sinceMs ?? 0);
    for (const row of sessions) {
      const id = textOrNull(row['id']) ?? '';
      const session = {
        id,
        client,
        file,
        directory: textOrNull(row['directory']),
        parent: textOrNull(row['parent_id']),
      };
      const run = opencodeRun(session, messagesOf(database, id, file, reading), reading);
      if (run !== null) yield run;
    }
  } finally {
    close();
  }
}

interface Opened {
  readonly database: DatabaseSync;
  readonly close: () => void;
}

async function openedUntouched(file: string): Promise<Opened> {
  // Only those who have OpenCode pay for loading the database engine.
  const { DatabaseSync } = await import('node:sqlite');
  const log = `${file}-wal`;
  const logBytes = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (logBytes === 0) {
    const address = pathToFileURL(file);
    address.searchParams.set('immutable', '1');
    const database = new DatabaseSync(address, { readOnly: true });
    return { database, close: () => database.close() };
  }
  const folder = mkdtempSync(join(tmpdir(), 'tripwire-scan-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'opencode.db');
    copyFileSync(file, copy);
    copyFileSync(log, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    const close = () => {
      database.close();
      remove();
    };
    return { database, close };
  } catch (error) {
    remove();
    throw error;
  }
}

function* messagesOf(
  database: DatabaseSync,
  session: string,
  file: string,
  reading: Reading,
): Generator<OpencodeMessage> {
  const parts = database.prepare('SELECT data FROM part WHERE message_id = ? ORDER BY id');
  const messages = database.prepare(
    'SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY time_created, id',
  );
  const opened = (value: unknown): JsonObject => {
    const text = textOrNull(value) ?? '';
    reading.onBytes?.(text.length);
    const data = parseJson(text);
    if (data === undefined) {
      reading.onBroken({ file, line: null, problem: `a value of ${session} is not JSON` });
    }
    return fieldsOf(data);
  };
  for (const row of messages.iterate(session)) {
    const id = textOrNull(row['id']) ?? '';
    const fields = opened(row['data']);
    const time = fields['time'] ?? { created: timeOf(row['time_created']) };
    yield {
      id,
      fields: { ...fields, time },
      parts: parts.all(id).map((part) => opened(part['data'])),
    };
  }
}
