/**
 * `tripwire replay JOURNAL`: every agent's records judged again, and every decision compared.
 */
import { openSync, readSync, closeSync } from 'node:fs';
import { replayJournal, type JournalReplay } from '../../journal/index.ts';
import { openSqliteStore } from '../../store/index.ts';
import { say, sayJson } from '../terminal/say.ts';

const SQLITE_MAGIC = 'SQLite format 3\0';

/** Whether a file is a journal and not a recording. */
export function isJournal(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const start = Buffer.alloc(SQLITE_MAGIC.length);
    readSync(opened, start, 0, start.length, 0);
    return start.toString('latin1') === SQLITE_MAGIC;
  } finally {
    closeSync(opened);
  }
}

/** Replays every agent of a journal; returns the exit code. A running server does not mind. */
export async function replayFile(
  file: string,
  options: { readonly json: boolean },
): Promise<number> {
  const store = await openSqliteStore({ file, readOnly: true });
  let lost = 0;
  try {
    const heads = await store.heads();
    for (const { agent } of heads) {
      const replayed = await replayJournal(store, agent);
      if (!replayed.parity) lost += 1;
      if (options.json) sayJson({ agent, ...replayed });
      else say(words(agent, replayed));
    }
    if (heads.length === 0 && !options.json) say('the journal is empty');
  } finally {
    await store.close();
  }
  return lost === 0 ? 0 : 1;
}

function words(agent: string, replayed: JournalReplay): string {
  const whom = agent === '*' ? 'all agents together' : agent;
  if (!replayed.parity) {
    return `${whom}: parity lost at row ${replayed.seq} [PARITY_LOST]\n  ${replayed.problem}`;
  }
  return `${whom}: parity: ${replayed.records} records give the same decisions, ${replayed.rows} rows chained`;
}
