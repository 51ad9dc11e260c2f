/**
 * A journal whose files were cut or changed at some byte: what is read of it is a true beginning of what was recorded, or
 * the damage is told by name. Nobody who was stopped is let go by it.
 *
 * `npm test` tries some 200 places; `TRIPWIRE_RUNS=20` twenty times as many.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import { replayJournal, verifyChain } from '../../src/journal/index.ts';
import { openSqliteStoreHere, type JournalRow, type Store } from '../../src/store/index.ts';
import { runs } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { testGate } from '../kit/test-gate.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';

const START = { seq: 0, hash: '0'.repeat(64) };
const AGENTS = ['ann', 'bob', 'stopped'];
const FILES = ['journal.db', 'journal.db-wal'] as const;
const { numRuns: PLACES } = runs(40);
const folder = temporaryFolder('torn');
const source = join(folder, 'source');
const written = new Map<string, readonly JournalRow[]>();
let tries = 0;
let database = Buffer.alloc(0);
let log = Buffer.alloc(0);

beforeAll(async () => {
  // A part is in the file and a part in its log, as after a crash.
  await record('first', 12);
  const store = await record('second', 12, false);
  for (const agent of AGENTS) written.set(agent, await store.read(agent, 1, 1_000));
  database = readFileSync(join(source, 'journal.db'));
  log = readFileSync(join(source, 'journal.db-wal'));
  expect(log.length).toBeGreaterThan(50_000);
  return async () => {
    await store.close();
  };
});

/** Agents work, and one is stopped. */
async function record(why: string, calls: number, closes = true): Promise<Store> {
  const store = await openSqliteStoreHere({ file: join(source, 'journal.db') });
  const gate = await testGate({ store });
  for (let call = 0; call < calls; call += 1) {
    for (const agent of ['ann', 'bob']) {
      const ask = { agent, session: `${call % 3}`, purpose: 'step', waitMs: 0 } as const;
      const admission = await gate.admit({ ...ask, estimateTokens: 10 });
      const response = { toolCalls: 0, outputLength: 4 };
      const end = { status: 'SUCCESS', latencyMs: 5, tokens: 3, cachedTokens: 0 } as const;
      if (admission.allowed) await admission.call.finish({ ...end, response });
    }
    if (call === 2) {
      await gate.operate({ agent: 'stopped', action: 'deactivate', by: 'ada', why });
    }
  }
  gate.close();
  if (closes) await store.close();
  return store;
}

/** Opens damaged files; what was found, or the code of the refusal. */
async function look(damaged: {
  readonly db: Buffer;
  readonly wal: Buffer;
  readonly keepsHead: boolean;
}) {
  tries += 1;
  const place = join(folder, `try-${tries}`);
  mkdirSync(place);
  const file = join(place, 'journal.db');
  writeFileSync(file, damaged.db);
  writeFileSync(`${file}-wal`, damaged.wal);
  // As a server keeps it that wrote a stop.
  const { agent, seq, hash, at } = written.get('stopped')?.at(-1) ?? {};
  const head = JSON.stringify({ agent, seq, hash, at });
  if (damaged.keepsHead) writeFileSync(join(place, 'journal-head.json'), head);
  let store: Store | null = null;
  try {
    store = await openSqliteStoreHere({ file });
    return await found(store);
  } catch (error) {
    return { refused: codeOf(error) };
  } finally {
    await store?.close().catch(() => undefined);
  }
}

async function found(store: Store) {
  const wrong: string[] = [];
  const named: string[] = [];
  for (const agent of AGENTS) {
    try {
      const rows = await store.read(agent, 1, 1_000);
      const chain = await verifyChain(rows, START);
      const replay = await replayJournal(store, agent);
      if (!chain.ok || !replay.parity) named.push(agent);
      else if (!isBeginning(rows, written.get(agent) ?? [])) wrong.push(agent);
    } catch (error) {
      named.push(`${agent}: ${codeOf(error)}`);
    }
  }
  return { wrong, named, stopped: await standing(store) };
}

/** Whether the stopped agent is refused; null where its stop is not in the journal that was found. */
async function standing(store: Store): Promise<boolean | null> {
  try {
    const rows = await store.read('stopped', 1, 1_000);
    const gate = await testGate({ store, constitution: FROZEN_V0_2 });
    const refusal = await gate.standing('stopped');
    gate.close();
    if (refusal !== null) return true;
    return rows.some(({ kind }) => kind === 'operator') && rows.length > 2 ? false : null;
  } catch {
    return true;
  }
}

function isBeginning(rows: readonly JournalRow[], whole: readonly JournalRow[]): boolean {
  return rows.every((row, index) => JSON.stringify(row) === JSON.stringify(whole[index]));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

const TOLD = /^(STORE_CORRUPT|STORE_WENT_BACK|STORE_UNAVAILABLE|STORE_NEWER)$/;

function expectTrue(place: unknown, seen: Awaited<ReturnType<typeof look>>): void {
  if ('refused' in seen) {
    expect({ place, told: TOLD.test(seen.refused ?? '') }, seen.refused).toEqual({
      place,
      told: true,
    });
    return;
  }
  expect({ place, wrong: seen.wrong }).toEqual({ place, wrong: [] });
  expect({ place, isLetGo: seen.stopped === false }).toEqual({ place, isLetGo: false });
}

describe('a journal with damage', () => {
  test('is whole without any', async () => {
    expect(await look({ db: database, wal: log, keepsHead: true })).toEqual({
      wrong: [],
      named: [],
      stopped: true,
    });
    expect(FILES.every((name) => existsSync(join(source, name)))).toBe(true);
  });

  test.each([true, false])('its log cut at many places (head kept: %s)', async (keepsHead) => {
    const random = new SeededRandom(`cut ${keepsHead}`);
    const kinds = new Set<string>();
    for (let left = PLACES; left > 0; left -= 1) {
      const frame = 32 + 4_120 * random.between(0, Math.floor(log.length / 4_120));
      const at = random.chance(0.5) ? frame + random.between(-1, 1) : random.between(0, log.length);
      const seen = await look({ db: database, wal: log.subarray(0, at), keepsHead });
      expectTrue(at, seen);
      kinds.add('refused' in seen ? 'refused' : 'prefix');
    }
    // Without the kept row a shorter journal is a valid one; with it, it is refused.
    expect(kinds.has(keepsHead ? 'refused' : 'prefix')).toBe(true);
  });

  test.each(FILES)('bits of %s flipped', async (name) => {
    const random = new SeededRandom(`flip ${name}`);
    const bytes = name === 'journal.db' ? database : log;
    for (let left = PLACES; left > 0; left -= 1) {
      const at = random.between(0, bytes.length - 1);
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random.between(0, 7));
      const db = name === 'journal.db' ? flipped : database;
      const wal = name === 'journal.db' ? Buffer.alloc(0) : flipped;
      expectTrue(at, await look({ db, wal, keepsHead: false }));
    }
  });

  test('its file cut short', async () => {
    const random = new SeededRandom('short');
    for (let left = Math.ceil(PLACES / 2); left > 0; left -= 1) {
      const at = random.between(0, database.length - 1);
      const seen = await look({
        db: database.subarray(0, at),
        wal: Buffer.alloc(0),
        keepsHead: true,
      });
      expectTrue(at, seen);
    }
  });
});
