/**
 * What `doctor` looks at: Node, the data folder, the server, every chain of the journal.
 */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, errorWords } from '../../base/error-words.ts';
import { stateFolder } from '../../base/node/state-folder.ts';
import { loadConstitution, type Config } from '../../config/index.ts';
import { GENESIS_HASH, verifyChain } from '../../journal/index.ts';
import { knownTime, startProblem } from '../../server/clock-watch.ts';
import { journalName, openJournalToRead } from '../../server/journal-store.ts';
import { witnessFile, witnessProblem } from '../../server/journal-witness.ts';
import { answeringServer, readServerNote } from '../../server/server-file.ts';
import { journalWentBack, type AgentHead, type JournalRow, type Store } from '../../store/index.ts';
import { copyChecks } from './copies.ts';

/** Something that was looked at. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const ROWS_AT_ONCE = 1_000;
const BYTES_PER_MB = 1_048_576;

/** All checks, in the order in which one would mend things. */
export async function doctorChecks(config: Config): Promise<readonly Check[]> {
  const first = [{ name: 'node', ok: true, detail: process.version }, constitutionCheck(config)];
  if (isClosed(config.data)) {
    const detail = `this user can't read ${config.data}, so nothing in it was checked`;
    return [...first, { name: 'data folder', ok: true, detail }];
  }
  return [
    ...first,
    ...folderChecks(config.data),
    await serverCheck(config.data),
    ...(await journalChecks(config)),
  ];
}

function constitutionCheck({ constitution }: Config): Check {
  const { id, values } = loadConstitution(constitution);
  return { name: 'constitution', ok: true, detail: `${values.name} (${id.slice(0, 12)}…)` };
}

/** Whether it is there, and another user's alone: as for an agent that runs as somebody else. */
export function isClosed(data: string): boolean {
  try {
    accessSync(data, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return errorCode(error) === 'EACCES';
  }
}

/** Modes of what only the owner may read. */
function folderChecks(data: string): readonly Check[] {
  if (!existsSync(data)) {
    return [
      {
        name: 'data folder',
        ok: true,
        detail: `${data} doesn't exist yet; tripwire up creates it`,
      },
    ];
  }
  const names = ['', 'admin-token', 'journal.db', 'journal.db-wal', 'server.json', 'stops'];
  return names.flatMap((name): Check[] => {
    const place = join(data, name);
    const mode = statSync(place, { throwIfNoEntry: false })?.mode;
    if (mode === undefined) return [];
    const open = (mode & 0o077) !== 0;
    if (!open && name !== '') return [];
    const digits = (mode & 0o777).toString(8);
    const detail = open
      ? `${place} has mode ${digits}, so others can read it: chmod go= ${place}`
      : `${place}, mode ${digits}`;
    return [{ name: 'data folder', ok: !open, detail }];
  });
}

async function serverCheck(data: string): Promise<Check> {
  const name = 'server';
  const server = await answeringServer(data);
  if (server !== null) {
    const detail = `answers at ${server.adminUrl} (process ${server.pid}), agents at ${server.url}`;
    return { name, ok: true, detail };
  }
  const left = readServerNote(data);
  if (left === null) return { name, ok: true, detail: 'not running; start it with tripwire up' };
  const detail = `process ${left.pid} should answer at ${left.adminUrl} and doesn't. Run: tripwire off`;
  return { name, ok: false, detail };
}

async function journalChecks(config: Config): Promise<readonly Check[]> {
  const name = 'journal';
  const isFile = config.store === undefined;
  const older = isFile ? await journalWentBack(join(config.data, 'journal.db')) : null;
  if (older !== null) return [{ name, ok: false, detail: older }];
  let store: Store;
  try {
    const opened = await openJournalToRead(config);
    if (opened === null) return [{ name, ok: true, detail: 'nothing is recorded yet' }];
    store = opened;
  } catch (error) {
    return [{ name, ok: false, detail: errorWords(error) }];
  }
  try {
    const heads = await store.heads();
    const chains = await Promise.all(heads.map((head) => chainCheck(store, head)));
    const broken = chains.filter(({ ok }) => !ok);
    const rows = chains.reduce((sum, chain) => sum + chain.rows, 0);
    const size = ((await store.sizeBytes()) / BYTES_PER_MB).toFixed(1);
    const detail = `${chains.length - broken.length} of ${chains.length} chains verify (${rows} rows, ${size} MB)`;
    return [
      { name, ok: broken.length === 0, detail },
      ...broken.map((chain) => ({ name: 'chain', ok: false, detail: chain.detail })),
      await witnessCheck(store, journalName(config)),
      await clockCheck(store),
      ...(await copyChecks(store, heads)),
    ];
  } catch (error) {
    return [{ name, ok: false, detail: errorWords(error) }];
  } finally {
    await store.close();
  }
}

async function witnessCheck(store: Store, journal: string): Promise<Check> {
  const file = witnessFile(stateFolder(process.env), journal);
  const problem = await witnessProblem(file, store);
  const words = existsSync(file)
    ? `the journal has the newest row that is noted in ${file}`
    : 'the newest row is not noted outside the data folder yet; tripwire up does that';
  return { name: 'witness', ok: problem === null, detail: problem ?? words };
}

async function clockCheck(store: Store): Promise<Check> {
  const now = Date.now();
  const known = await knownTime(store);
  const problem = startProblem(known, Math.max(now, known.newestMs ?? 0), now);
  return {
    name: 'clock',
    ok: problem === null,
    detail: problem ?? 'the journal and the machine agree on the time',
  };
}

async function chainCheck(store: Store, { agent, seq, hash }: AgentHead) {
  const anchor = (await store.anchors()).find((one) => one.agent === agent);
  const start = anchor ?? { seq: 0, hash: GENESIS_HASH };
  // A running server goes on writing: what came after the head was read is not looked at.
  const report = await verifyChain(rowsThrough(store, agent, start.seq, seq), start);
  if (!report.ok) return { ok: false, rows: 0, detail: report.problem };
  const whole = report.head.seq === seq && report.head.hash === hash;
  const problem = `the chain of ${agent} ends at row ${report.head.seq} instead of ${seq}`;
  return { ok: whole, rows: report.rows, detail: whole ? '' : problem };
}

async function* rowsThrough(
  store: Store,
  agent: string,
  afterSeq: number,
  lastSeq: number,
): AsyncGenerator<JournalRow> {
  let from = afterSeq + 1;
  while (from <= lastSeq) {
    const limit = Math.min(ROWS_AT_ONCE, lastSeq - from + 1);
    const rows = await store.read(agent, from, limit);
    if (rows.length === 0) return;
    yield* rows;
    from = (rows.at(-1)?.seq ?? lastSeq) + 1;
  }
}
