/**
 * `tripwire replay JOURNAL`: every agent's records judged again, and every decision compared.
 */
import { openSync, readSync, closeSync } from 'node:fs';
import { replayJournal, type JournalReplay } from '../../journal/index.ts';
import { openPostgresStore, openSqliteStore } from '../../store/index.ts';
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

/** Whether it names a database, and not a file. */
export function isDatabase(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place);
}

/** Replays every agent of a journal, in a file or a database; returns the exit code. A running server does not mind. */
export async function replayPlace(
  place: string,
  options: { readonly json: boolean },
): Promise<number> {
  const store = isDatabase(place)
    ? await openPostgresStore({ url: place, readOnly: true, patient: true })
    : await openSqliteStore({ file: place, readOnly: true });
  let lost = 0;
  try {
    const heads = await store.heads();
    for (const { agent } of heads) {
      const replayed = await replayJournal(store, agent);
      if (!replayed.parity) lost += 1;
      if (options.json) sayJson({ agent, ...replayed });
      else for (const line of words(agent, replayed)) say(line);
    }
    if (heads.length === 0 && !options.json) say('the journal is empty');
  } finally {
    await store.close();
  }
  return lost === 0 ? 0 : 1;
}

function words(agent: string, replayed: JournalReplay): readonly string[] {
  const whom = agent === '*' ? 'all agents together' : agent;
  if (!replayed.parity) {
    const lost = `${whom}: parity lost at row ${replayed.seq} [PARITY_LOST]`;
    return [lost, `  ${replayed.problem}`];
  }
  return [
    `${whom}: parity: ${replayed.records} records give the same decisions, ${replayed.rows} rows chained`,
  ];
}
