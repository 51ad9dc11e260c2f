/**
 * Where an audit reads from: a data folder with its journal, or the bundle that was made of them.
 *
 * Windows and log are always in the data folder of who measured them; the journal may be in a database.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorWords } from '../../base/error-words.ts';
import { EVERYBODY } from '../../base/everybody.ts';
import { textIfThere } from '../../base/node/file-text.ts';
import type { Config } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import { openJournalToRead } from '../../server/journal-store.ts';
import { createMemoryStore, type JournalRow, type Store } from '../../store/index.ts';
import {
  agentFolder,
  EVERYBODY_FILE,
  journalLine,
  linesOf,
  strangeAgents,
  strangersIn,
} from './bundle-files.ts';

/** What is audited. */
export interface AuditSource {
  /** A bundle holds what the log vouches for and nothing else; a data folder is ahead of its log. */
  readonly isBundle: boolean;
  /** What lies there although neither the log nor the layout knows it. */
  strangers(agents: readonly string[]): readonly string[];
  readonly logFolder: string;
  /** The windows of an agent as they are written, one a line; null when there are none. */
  windowLines(agent: string): readonly string[] | null;
  /** What a bundle says that the ledgers of the windows are, one a line; null where nothing is said. */
  ledgerLines(agent: string): readonly string[] | null;
  /** A bundle's proof that the newest window is in the log; null where there is none. */
  newestProof(agent: string): string | null;
  readonly store: Store;
  /** What of the journals could not be taken in, by agent. */
  readonly problems: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

const ROWS_AT_ONCE = 500;

/** Where the journal and its audit are. */
export type AuditedPlace = Pick<Config, 'data' | 'store'>;

/** Opens a data folder and the journal that belongs to it; running servers do not mind. */
export async function openDataSource(place: AuditedPlace): Promise<AuditSource> {
  const { data } = place;
  const folder = join(data, 'audit');
  if (!existsSync(join(folder, 'log', 'checkpoint'))) {
    const how =
      place.store === undefined
        ? 'set audit: on for an agent in tripwire.yaml and let it work'
        : 'it is in the data folder of the server that measured (of a fleet, the node that leads): name that with --data';
    throw new TripwireError('USAGE', `${data} holds no audit: ${how}`);
  }
  const store = await openJournalToRead(place);
  if (store === null) {
    throw new TripwireError(
      'USAGE',
      `${data} holds an audit and no journal: put journal.db back, or name its database with --store`,
    );
  }
  const windows = (agent: string) => linesOf(windowsFile(folder, agent));
  return {
    isBundle: false,
    strangers: (agents) => strangeAgents(folder, agents),
    logFolder: join(folder, 'log'),
    windowLines: windows,
    ledgerLines: () => null,
    newestProof: () => null,
    store,
    problems: new Map(),
    close: () => store.close(),
  };
}

/** Opens a bundle; its journals are taken into memory. */
export async function openBundle(folder: string, agents: readonly string[]): Promise<AuditSource> {
  const store = createMemoryStore();
  const problems = new Map<string, string>();
  const shared = await loadJournal(store, join(folder, EVERYBODY_FILE));
  if (shared !== null) problems.set(EVERYBODY, shared);
  for (const agent of agents) {
    const problem = await loadJournal(store, join(agentFolder(folder, agent), 'journal.jsonl'));
    if (problem !== null) problems.set(agent, problem);
  }
  return {
    isBundle: true,
    strangers: (known) => strangersIn(folder, known),
    logFolder: join(folder, 'log'),
    windowLines: (agent) => linesOf(windowsFile(folder, agent)),
    ledgerLines: (agent) => linesOf(join(agentFolder(folder, agent), 'ledgers.jsonl')),
    newestProof: (agent) => textIfThere(join(agentFolder(folder, agent), 'newest.tlog-proof')),
    store,
    problems,
    close: () => store.close(),
  };
}

/** Why a journal cannot be taken in; null when it can. */
async function loadJournal(store: Store, file: string): Promise<string | null> {
  const lines = linesOf(file);
  if (lines === null) return 'the bundle has no journal of it';
  try {
    for (let from = 0; from < lines.length; from += ROWS_AT_ONCE) {
      const rows = lines
        .slice(from, from + ROWS_AT_ONCE)
        .map((line, place) => readRow(line, from + place + 1));
      await store.append({ rows });
    }
    return null;
  } catch (error) {
    return errorWords(error);
  }
}

function readRow(line: string, number: number): JournalRow {
  const row = JSON.parse(line) as JournalRow;
  if (journalLine(row) === line) return row;
  throw new TripwireError(
    'RECORDING_INVALID',
    `line ${number} is not spelled as a journal is: it repeats a key, or adds or reorders something`,
  );
}

function windowsFile(folder: string, agent: string): string {
  return join(agentFolder(folder, agent), 'windows.jsonl');
}
