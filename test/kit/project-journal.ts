/**
 * A project's own journal as a test reads it: beside whoever writes it, changing nothing.
 */
import { join } from 'node:path';
import type { AgentRecord } from '../../src/core/index.ts';
import { readRow } from '../../src/journal/body.ts';
import { GENESIS_HASH, verifyChain } from '../../src/journal/chain.ts';
import { replayJournal, type JournalReplay } from '../../src/journal/replay.ts';
import { openSqliteStoreHere, type StoredEvent } from '../../src/store/index.ts';

/** What a journal holds of one agent. */
export interface JournalSeen {
  readonly records: readonly AgentRecord[];
  readonly events: readonly StoredEvent[];
  readonly replay: JournalReplay;
  readonly isChained: boolean;
}

/** Reads the journal in this state folder. */
export async function readJournal(stateFolder: string, agent = 'claude'): Promise<JournalSeen> {
  const file = join(stateFolder, 'journal.db');
  const store = await openSqliteStoreHere({ file, readOnly: true });
  try {
    const rows = await store.read(agent, 1, 1_000);
    const records = rows.map(readRow).flatMap((entry) => ('record' in entry ? [entry.record] : []));
    const events = await store.events({ agent, limit: 1_000 });
    const replay = await replayJournal(store, agent);
    const { ok } = await verifyChain(rows, { seq: 0, hash: GENESIS_HASH });
    return { records, events, replay, isChained: ok };
  } finally {
    await store.close();
  }
}
