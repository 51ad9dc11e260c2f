/**
 * `tripwire migrate`: moves a journal between a data folder and a Postgres database, and makes the tables of one for a role
 * that may not.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { TripwireError } from '../../core/errors.ts';
import { openJournal } from '../../server/journal-store.ts';
import { moveJournal } from '../../server/move-journal.ts';
import { prepareDatabase, type Store } from '../../store/index.ts';
import type { Command } from '../command.ts';
import { complain, say, sayJson } from '../terminal/say.ts';

const HELP = `tripwire migrate --from DIR|URL --to DIR|URL [--json]
       tripwire migrate --to URL [--grant ROLE] [--json]

Moves a journal with its events, evidence, documents and keys from a data folder to a Postgres database, or back. No
server may be running on either. The source is only read, and every row is compared at the end. If it was interrupted, run it
again: it continues where it was.
  --from DIR|URL  a data folder, or postgres://USER@HOST:PORT/NAME
  --to DIR|URL    the same; it must be empty, or have a part of the same journal
  --grant ROLE    without --from: creates the tables of a database, or brings them up to date, as the user in the address, who owns
                  them. ROLE may then run a server on it: it can add to the journal, but can't change or delete anything
  --json          one JSON object with what was moved
Files of the data folder that are not the journal (settings, token, audit, stop files) stay where they are.
Exit codes: 0 moved and compared; 2 not moved, and says why.`;

/** The command. */
export const command: Command = { help: HELP, run: migrate };

async function migrate(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      grant: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { from, to, grant, json } = values;
  if (from === undefined && to?.includes('://') === true) return prepare(to, grant, json);
  if (grant !== undefined) {
    throw new TripwireError('USAGE', '--grant ROLE goes with --to URL alone, without --from');
  }
  if (from === undefined || to === undefined) {
    throw new TripwireError('USAGE', 'name both: --from DIR|URL --to DIR|URL');
  }
  requireJournal(journalAt(from));
  const opened: Store[] = [];
  const open = async (place: string) => {
    const { store } = await openJournal(journalAt(place));
    opened.push(store);
    return store;
  };
  try {
    const source = await open(from);
    const target = await open(to);
    const moved = await moveJournal(source, target, json ? () => undefined : complain);
    if (json) sayJson(moved);
    else {
      const { agents, rows, events, evidence, documents, keys } = moved;
      say(`moved and compared: ${agents} agents, ${rows} rows, ${events} events,`);
      say(`${evidence} texts of evidence, ${documents} documents, ${keys} keys`);
    }
    return 0;
  } finally {
    for (const store of opened) await store.close();
  }
}

async function prepare(url: string, role: string | undefined, json: boolean): Promise<number> {
  await prepareDatabase(url, role ?? null);
  if (json) sayJson({ prepared: true, granted: role ?? null });
  else say(`the tables are there${role === undefined ? '' : `, and ${role} may serve them`}`);
  return 0;
}

/** A data folder by its path, a database by its address. */
function journalAt(place: string): { readonly data: string; readonly store?: string } {
  return place.includes('://') ? { data: '', store: place } : { data: resolve(place) };
}

/** A folder without a journal would be given an empty one. */
function requireJournal({ data, store }: ReturnType<typeof journalAt>): void {
  if (store !== undefined || existsSync(join(data, 'journal.db'))) return;
  throw new TripwireError('USAGE', `there is no journal in ${data}; nothing was moved`);
}
