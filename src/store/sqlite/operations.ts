/**
 * Everything that can be done with an open file, with what it answers.
 *
 * Each operation is one synchronous call, so nothing can come between its statements.
 */
import { statSync } from 'node:fs';
import { openConnection, type OpenFile } from './connection.ts';
import { sqliteDocuments, type SqliteDocuments } from './documents.ts';
import { sqliteEvents, type SqliteEvents } from './events.ts';
import { sqliteEvidence, type SqliteEvidence } from './evidence.ts';
import { sqliteJournal, type SqliteJournal } from './journal.ts';
import { sqliteKeys, type SqliteKeys } from './keys.ts';

/** The operations on an open file. */
export interface SqliteOperations
  extends
    SqliteJournal,
    SqliteKeys,
    SqliteEvidence,
    SqliteDocuments,
    Pick<SqliteEvents, 'events' | 'replaceEvents'> {
  sizeBytes(): number;
  close(): void;
}

/** Opens a file and says what can be done with it. */
export function openOperations(options: OpenFile): SqliteOperations {
  const connection = openConnection(options);
  const { file } = connection;
  const events = sqliteEvents(connection);
  return {
    ...sqliteJournal(connection, events),
    ...sqliteKeys(connection),
    ...sqliteEvidence(connection),
    ...sqliteDocuments(connection),
    events: (query) => events.events(query),
    replaceEvents: (agent, list) => events.replaceEvents(agent, list),
    sizeBytes: () => sizeOf(file) + sizeOf(`${file}-wal`),
    close: () => connection.close(),
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
