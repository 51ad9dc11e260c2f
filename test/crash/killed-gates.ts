/**
 * Kills a gate that works as fast as it can, again and again, and looks for everything that it had promised in what is left.
 *
 * A journal goes through many kills, is then replayed as a whole, and another one is begun: so a run may be as long as one
 * likes on a disk of any size.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GENESIS_HASH, verifyChain, type ChainPlace } from '../../src/journal/chain.ts';
import { replayJournal } from '../../src/journal/index.ts';
import { openSqliteStore, type JournalRow, type Store } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';
import { testProgram } from '../kit/test-programs.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { startTalker, type Talker } from './talker.ts';

const PROGRAM = testProgram('test/crash/gate-writer.ts');
const HELD = 'held';
const KILLS_PER_JOURNAL = 25;
/** One of so many is killed while it starts, within this time. */
const STARTING_EVERY = 5;
const STARTING_MS_MAX = 1_500;
const LITTLE_MS_MAX = 10;
const ROWS_AT_ONCE = 5_000;
const CALL = /"call":"([^"]+)"/;

/** What a run has shown. */
export interface KillsEnd {
  readonly kills: number;
  /** Kills before the gate had said anything. */
  readonly atStart: number;
  /** Records that the gate had acknowledged when it was killed; each was found. */
  readonly acknowledged: number;
  readonly rows: number;
  /** Journals that were replayed from their first row. */
  readonly journals: number;
  /** Kills after which an acknowledged stop had to stand, and stood; and those after which a released agent was free. */
  readonly heldStood: number;
  readonly freeStood: number;
}

/** How a run goes. */
export interface KillsOptions {
  /** For the journals; it is there already. */
  readonly folder: string;
  readonly random: SeededRandom;
  /** A gate is killed after about so many acknowledged records. */
  readonly recordsPerKill: number;
  readonly isEnough: (soFar: KillsEnd) => boolean;
}

/** What one journal went through. */
interface Life {
  readonly folder: string;
  readonly heads: Map<string, ChainPlace>;
  held: 'yes' | 'no' | 'unknown';
}

/** Kills until it is enough; throws when anything that was promised is missing. */
export async function killGates(options: KillsOptions): Promise<KillsEnd> {
  const { folder, random, recordsPerKill, isEnough } = options;
  let end: KillsEnd = {
    kills: 0,
    atStart: 0,
    acknowledged: 0,
    rows: 0,
    journals: 0,
    heldStood: 0,
    freeStood: 0,
  };
  for (;;) {
    const life: Life = { folder: join(folder, `${end.journals}`), heads: new Map(), held: 'no' };
    for (let kill = 1; kill <= KILLS_PER_JOURNAL; kill += 1) {
      const promised = await workUntilKilled(life, random, recordsPerKill);
      const { rows, stands } = await checkAfterwards(life, promised);
      end = {
        ...end,
        kills: end.kills + 1,
        atStart: end.atStart + (promised.isOpen ? 0 : 1),
        acknowledged: end.acknowledged + promised.count,
        rows: end.rows + rows,
        heldStood: end.heldStood + (stands === 'held' ? 1 : 0),
        freeStood: end.freeStood + (stands === 'free' ? 1 : 0),
      };
      if (isEnough(end)) break;
    }
    await replayAll(life);
    rmSync(life.folder, { recursive: true, force: true });
    end = { ...end, journals: end.journals + 1 };
    if (isEnough(end)) return end;
  }
}

/** What a gate had said before it was killed. */
interface Promised {
  isOpen: boolean;
  count: number;
  /** Calls by kind and agent. */
  readonly calls: Map<string, Set<string>>;
}

async function workUntilKilled(
  life: Life,
  random: SeededRandom,
  recordsPerKill: number,
): Promise<Promised> {
  const promised: Promised = { isOpen: false, count: 0, calls: new Map() };
  const gate = startTalker([process.execPath, PROGRAM, life.folder], (line) => {
    hear(life, promised, line);
  });
  if (random.between(1, STARTING_EVERY) === 1) {
    await sleep(random.between(0, STARTING_MS_MAX));
  } else {
    const enough = random.between(1, 2 * recordsPerKill);
    await gate.until(() => promised.count >= enough);
    await sleep(random.between(0, LITTLE_MS_MAX));
  }
  await killed(gate);
  return promised;
}

async function killed(gate: Talker): Promise<void> {
  await gate.kill();
  if (gate.complaint() !== '') throw new Error(`the gate complained: ${gate.complaint()}`);
}

function hear(life: Life, promised: Promised, line: string): void {
  const [word, kind = '', agent = '', call = ''] = line.split(' ');
  if (word === 'open') promised.isOpen = true;
  else if (word === 'turning') life.held = 'unknown';
  else if (word === 'held') life.held = 'yes';
  else if (word === 'free') life.held = 'no';
  else if (word === 'kept') {
    const key = `${kind} ${agent}`;
    const calls = promised.calls.get(key) ?? new Set();
    promised.calls.set(key, calls.add(call));
    promised.count += 1;
  } else throw new Error(`nobody knows what it means: ${line}`);
}

/** Reads what is new in the journal, looks for what was promised, and opens it as a successor would. */
async function checkAfterwards(
  life: Life,
  promised: Promised,
): Promise<{ readonly rows: number; readonly stands: 'held' | 'free' | null }> {
  const store = await openSqliteStore({ file: join(life.folder, 'journal.db'), busyTimeoutMs: 0 });
  try {
    let rows = 0;
    for (const { agent } of await store.heads()) {
      const start = life.heads.get(agent) ?? { seq: 0, hash: GENESIS_HASH };
      const chain = await verifyChain(newRows(store, agent, start, promised), start);
      if (!chain.ok) throw new Error(chain.problem);
      life.heads.set(agent, chain.head);
      rows += chain.rows;
    }
    const lost = [...promised.calls].flatMap(([key, calls]) =>
      [...calls].map((call) => `${key} ${call}`),
    );
    if (lost.length > 0)
      throw new Error(`${lost.length} records are lost: ${lost.slice(0, 5).join('; ')}`);
    return { rows, stands: await standing(life, store) };
  } finally {
    await store.close();
  }
}

/** The rows since the last time; what was promised of them is found. */
async function* newRows(
  store: Store,
  agent: string,
  { seq }: ChainPlace,
  promised: Promised,
): AsyncGenerator<JournalRow> {
  for (let from = seq + 1; ; from += ROWS_AT_ONCE) {
    const rows = await store.read(agent, from, ROWS_AT_ONCE);
    for (const row of rows) {
      const [, call = ''] = CALL.exec(row.body) ?? [];
      promised.calls.get(`${row.kind} ${agent}`)?.delete(call);
      yield row;
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** What an acknowledged act made of the held agent, as the successor says; null when no act was acknowledged last. */
async function standing(life: Life, store: Store): Promise<'held' | 'free' | null> {
  const gate = await testGate({ store, marksFolder: join(life.folder, 'stops') });
  const refusal = await gate.standing(HELD, undefined);
  gate.close();
  const { held } = life;
  if (held === 'unknown') {
    life.held = refusal === null ? 'no' : 'yes';
    return null;
  }
  if ((held === 'yes') !== (refusal !== null)) {
    throw new Error(held === 'yes' ? 'a stop is lost' : `nobody stopped it: ${refusal?.reason}`);
  }
  return held === 'yes' ? 'held' : 'free';
}

/** Judges every record of every agent again. */
async function replayAll({ folder }: Life): Promise<void> {
  const store = await openSqliteStore({ file: join(folder, 'journal.db'), readOnly: true });
  try {
    for (const { agent } of await store.heads()) {
      const replay = await replayJournal(store, agent);
      if (!replay.parity) throw new Error(`${agent}, row ${replay.seq}: ${replay.problem}`);
    }
  } finally {
    await store.close();
  }
}
