/** What must hold in a journal whatever happened to those who wrote it. */
import { expect } from 'vitest';
import { readRow } from '../../src/journal/body.ts';
import { GENESIS_HASH, verifyChain } from '../../src/journal/chain.ts';
import { replayJournal } from '../../src/journal/index.ts';
import { openPostgresStore, type JournalRow, type Store } from '../../src/store/index.ts';

const PAGE_ROWS = 5_000;

/** Checks every chain and replays it; the sessions of calls that were let through, by agent. */
export async function checkJournal(url: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const store = await openPostgresStore({ url, readOnly: true });
  try {
    const admitted = new Map<string, readonly string[]>();
    for (const { agent, seq, hash } of await store.heads()) {
      const rows = await rowsOf(store, agent);
      const report = await verifyChain(rows, { seq: 0, hash: GENESIS_HASH });
      expect(report, agent).toMatchObject({ ok: true });
      // Somebody may have gone on meanwhile.
      expect(rows[seq - 1], agent).toMatchObject({ seq, hash });
      expect(await replayJournal(store, agent), agent).toMatchObject({ parity: true });
      admitted.set(agent, rows.flatMap(admittedSession));
    }
    return admitted;
  } finally {
    await store.close();
  }
}

async function rowsOf(store: Store, agent: string): Promise<readonly JournalRow[]> {
  const rows: JournalRow[] = [];
  for (;;) {
    const page = await store.read(agent, rows.length + 1, PAGE_ROWS);
    rows.push(...page);
    if (page.length < PAGE_ROWS) return rows;
  }
}

/** The session of a call that was let through; records of refusals and tool calls reserve nothing. */
function admittedSession(row: JournalRow): readonly string[] {
  const entry = readRow(row);
  if (!('record' in entry) || entry.record.type !== 'admit') return [];
  const { record, decision } = entry;
  return record.reserve !== false && decision.safety.allowed ? [record.session ?? ''] : [];
}
