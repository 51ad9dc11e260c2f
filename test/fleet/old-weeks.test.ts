/**
 * The journal in Postgres is kept in parts of a week: old ones go at once, and what an agent still needs of them stays. While
 * they go, agents work and are read.
 */
import { expect, test } from 'vitest';
import { cutOld } from '../../src/journal/index.ts';
import { openPostgresStore, type JournalRow, type Store } from '../../src/store/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire } from '../kit/running-tripwire.ts';
import { eventOf, lastOf, nextRows, snapshotOf } from '../store/conformance-rows.ts';
import { askOnce, newDatabase } from './shared-postgres.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** The first moment of a week that is over. */
const START_MS = (Math.floor(Date.now() / WEEK_MS) - 8) * WEEK_MS;
const HUGE = 1e15;

/** So many rows after those that are there, at this time. */
async function add(store: Store, agent: string, count: number, at: number): Promise<JournalRow> {
  const head = (await store.heads()).find((one) => one.agent === agent);
  const rows = nextRows(agent, count, head).map((row) => ({ ...row, at }));
  await store.append({ rows, events: [eventOf(agent, lastOf(rows).seq)] });
  return lastOf(rows);
}

async function snapshot(store: Store, agent: string, seq: number): Promise<void> {
  await store.append({ rows: [], snapshots: [snapshotOf(agent, seq)] });
}

async function parts(url: string): Promise<readonly unknown[]> {
  return (await askOnce(url, 'SELECT week FROM tripwire.weeks ORDER BY week')).map(
    ({ week }) => Number(week) - START_MS / WEEK_MS,
  );
}

async function seqs(store: Store, agent: string): Promise<readonly number[]> {
  return (await store.read(agent, 1, 1_000)).map(({ seq }) => seq);
}

test('rows of old weeks go with their table, but never what follows a snapshot, nor the head', async () => {
  const url = await newDatabase();
  const store = await openPostgresStore({ url });
  for (const week of [0, 1, 2]) {
    await add(store, 'busy', 4, START_MS + week * WEEK_MS);
    await add(store, 'without', 1, START_MS + week * WEEK_MS);
  }
  const rested = await add(store, 'rested', 5, START_MS + 3);
  await snapshot(store, 'busy', 11);
  await snapshot(store, 'rested', 5);
  expect(await parts(url)).toEqual([0, 1, 2]);

  const now = START_MS + 2 * WEEK_MS + 30 * DAY_MS;
  expect(await cutOld(store, { days: 30, maxBytes: HUGE }, now)).toEqual({ agents: 2, rows: 12 });
  expect(await parts(url)).toEqual([2]);
  expect(await seqs(store, 'busy')).toEqual([9, 10, 11, 12]);
  expect(await seqs(store, 'rested')).toEqual([5]);
  expect(await seqs(store, 'without')).toEqual([1, 2, 3]);
  const anchors = await store.anchors();
  expect(anchors.map(({ agent, seq }) => [agent, seq])).toEqual([
    ['busy', 8],
    ['rested', 4],
  ]);
  const [first] = await store.read('rested', 1, 10);
  expect(first).toEqual(rested);
  expect((await store.events({ agent: 'busy', limit: 10 })).map(({ seq }) => seq)).toEqual([12]);
  expect(await cutOld(store, { days: 30, maxBytes: HUGE }, now)).toEqual({ agents: 0, rows: 0 });

  // What was left of an agent that rested goes when it has worked again.
  const later = await add(store, 'rested', 3, START_MS + 3 * WEEK_MS);
  await snapshot(store, 'rested', later.seq);
  await cutOld(store, { days: 30, maxBytes: HUGE }, START_MS + 4 * WEEK_MS + 30 * DAY_MS);
  expect(await seqs(store, 'rested')).toEqual([later.seq]);
  expect(await parts(url)).toEqual([]);
  await add(store, 'rested', 1, Date.now());
  await store.close();
});

test('the week that is written is never cut, however large the journal is', async () => {
  const store = await openPostgresStore({ url: await newDatabase() });
  await add(store, 'old', 6, START_MS);
  await add(store, 'now', 6, Date.now());
  for (const agent of ['old', 'now']) await snapshot(store, agent, 6);
  expect(await cutOld(store, { days: 90, maxBytes: 1 }, Date.now())).toEqual({
    agents: 1,
    rows: 5,
  });
  expect(await seqs(store, 'now')).toEqual([1, 2, 3, 4, 5, 6]);
  await store.close();
});

test('a reader of the journal keeps a week from being dropped, and no append waits for it', async () => {
  const url = await newDatabase();
  const store = await openPostgresStore({ url });
  await add(store, 'a', 6, START_MS);
  await add(store, 'a', 1, Date.now());
  await snapshot(store, 'a', 7);
  const pg = await import('pg');
  const reader = new pg.default.Client({ connectionString: url });
  await reader.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM tripwire.journal');
  const cutting = cutOld(store, { days: 1, maxBytes: HUGE }, Date.now()).catch(String);
  await add(store, 'a', 1, Date.now());
  expect(await cutting).toMatch(/emptying an old week/);
  // What its anchor stands for is gone for everybody, though the table is still there.
  expect(await seqs(store, 'a')).toEqual([7, 8]);
  await reader.end();
  await cutOld(store, { days: 1, maxBytes: HUGE }, Date.now());
  expect(await parts(url)).toHaveLength(1);
  await store.close();
});

test('a server throws old weeks away when it starts, and goes on from what is left', async () => {
  const url = await newDatabase();
  const home = await newHome();
  home.configure('retention: { days: 30 }\n');
  // The second start goes on from a snapshot, so what is before it may go.
  for (const isFirst of [true, false]) {
    const server = await startTripwire(home, ['--store', url]);
    if (isFirst) expect((await askAs(server.url, 'worker')).status).toBe(200);
    await server.api('/api/agents/worker/deactivate', { why: 'enough' });
    expect((await askAs(server.url, 'worker')).status).not.toBe(200);
    await server.end();
  }
  // As if it had been written weeks ago.
  await askOnce(url, 'SELECT tripwire.need_weeks(ARRAY[$1::bigint])', [START_MS]);
  await askOnce(url, 'UPDATE tripwire.journal SET week = $1', [START_MS / WEEK_MS]);
  expect(await askOnce(url, 'SELECT agent FROM tripwire.anchors')).toEqual([]);

  const server = await startTripwire(home, ['--store', url]);
  expect((await askAs(server.url, 'worker')).status).not.toBe(200);
  expect(await parts(url)).not.toContain(0);
  expect(await askOnce(url, 'SELECT agent FROM tripwire.anchors')).toContainEqual({
    agent: 'worker',
  });
  const replayed = await runTripwire(['replay', url], '', home.env);
  expect(replayed.stdout).toMatch(/parity/);
  expect(replayed.code, replayed.stderr).toBe(0);
  await server.end();
  await home.provider.close();
});
