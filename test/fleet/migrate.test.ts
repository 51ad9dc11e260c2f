/** `tripwire migrate` from outside: a journal goes to Postgres and back, byte for byte, also when it is interrupted. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPostgresStore, openSqliteStore, type Store } from '../../src/store/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { eventOf, hashOf, lastOf, nextRows, snapshotOf } from '../store/conformance-rows.ts';
import { newDatabase } from './shared-postgres.ts';

const AGENTS = ['*', 'a', 'Ärger', 'cut'];

function folder(): string {
  const data = join(temporaryFolder('move'), 'data');
  mkdirSync(data, { mode: 0o700 });
  return data;
}

const openFolder = (data: string) => openSqliteStore({ file: join(data, 'journal.db') });

/** A journal with everything that a journal can have. */
async function fill(store: Store): Promise<void> {
  for (const agent of AGENTS) {
    const rows = nextRows(agent, 1_200);
    await store.append({
      rows,
      events: [eventOf(agent, 3, 'hold'), eventOf(agent, 1_199)],
      snapshots: [snapshotOf(agent, 1_100)],
    });
  }
  await store.cut('cut', 600);
  const body = 'the text \u{1f600} of a stop';
  await store.putEvidence({ agent: 'a', session: 's', seq: 3, at: 9, hash: hashOf(body), body });
  const at = 1_000;
  await store.changeDocuments({
    put: [
      { kind: 'alert', id: '1', at, body: '{"a":1}' },
      { kind: 'token', id: '1', at, body: '{}' },
    ],
  });
  await store.putKey({ keyHash: hashOf('key'), agent: 'a', createdAt: 5, label: 'laptop' });
}

/** All of it, to be compared. */
async function contentOf(store: Store) {
  const perAgent = async (agent: string) => [
    await store.read(agent, 1, 10_000),
    await store.snapshot(agent),
    await store.evidence(agent, 100),
  ];
  const content = {
    heads: await store.heads(),
    anchors: await store.anchors(),
    agents: await Promise.all(AGENTS.map(perAgent)),
    events: await store.events({ limit: 1_000 }),
    documents: await store.documents({ limit: 1_000 }),
    keys: await store.keys(),
  };
  await store.close();
  return content;
}

const migrate = (from: string, to: string) =>
  runTripwire(['migrate', '--from', from, '--to', to, '--json'], '', { CI: 'true' });

test('a journal comes back from Postgres as it was, also after a move that was interrupted', async () => {
  const source = folder();
  const store = await openFolder(source);
  await fill(store);
  const before = await contentOf(store);
  const url = await newDatabase();
  // As far as a move that was killed got.
  const half = await openPostgresStore({ url });
  await half.append({ rows: nextRows('a', 700) });
  await half.close();

  const there = await migrate(source, url);
  expect(there).toMatchObject({ code: 0 });
  expect(JSON.parse(there.stdout)).toEqual({
    agents: 4,
    rows: 4_200,
    events: before.events.length,
    evidence: 1,
    documents: 2,
    keys: 1,
  });
  expect(await contentOf(await openPostgresStore({ url }))).toEqual(before);
  // Once more changes nothing.
  expect(await migrate(source, url)).toMatchObject({ code: 0, stdout: there.stdout });

  const target = folder();
  expect(await migrate(url, target)).toMatchObject({ code: 0, stdout: there.stdout });
  expect(await contentOf(await openFolder(target))).toEqual(before);
  const back = await openFolder(target);
  const last = lastOf(await back.read('cut', 1_200, 1));
  await back.append({ rows: nextRows('cut', 1, last) });
  await back.close();
});

test('a target that holds another journal, or is served, is refused and left alone', async () => {
  const source = folder();
  const store = await openFolder(source);
  await fill(store);
  await store.close();
  const url = await newDatabase();
  const other = await openPostgresStore({ url });
  const [row] = nextRows('a', 1);
  const foreign = { rows: [{ ...row, body: 'other', hash: hashOf('other') }] };
  await other.append(foreign as never);
  const refused = await migrate(source, url);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toMatch(/\[STORE_CHAIN\]/);
  expect(await other.read('a', 1, 10)).toEqual(foreign.rows);
  await other.close();

  const held = await openFolder(source);
  expect(await migrate(source, await newDatabase())).toMatchObject({ code: 2 });
  await held.close();
  expect(await runTripwire(['migrate', '--from', source])).toMatchObject({ code: 2 });
});

test('a folder without a journal is refused, and gets none', async () => {
  const empty = folder();
  const { code, stderr } = await migrate(empty, 'postgres://nobody@127.0.0.1:1/none');
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no journal') as string,
  });
  expect(existsSync(join(empty, 'journal.db'))).toBe(false);
});
