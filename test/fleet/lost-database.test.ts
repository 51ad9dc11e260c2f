/** What becomes of a store whose database is killed, silent, read-only, newer, or not to be had. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore, type Store } from '../../src/store/index.ts';
import { lastOf, nextRows } from '../store/conformance-rows.ts';
import { startPostgres, type PostgresCluster } from './postgres-cluster.ts';
import { askOnce, newDatabase } from './shared-postgres.ts';

const unavailable = (words: RegExp) => ({
  code: 'STORE_UNAVAILABLE',
  message: expect.stringMatching(words) as string,
});

let cluster: PostgresCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.remove());

/** Appends rows one by one until one fails; the last that was acknowledged. */
async function appendUntilItFails(store: Store): Promise<number> {
  let head = (await store.heads())[0];
  for (let acknowledged = head?.seq ?? 0; ;) {
    const rows = nextRows('a', 1, head);
    try {
      await store.append({ rows });
    } catch {
      return acknowledged;
    }
    head = lastOf(rows);
    acknowledged = head.seq;
  }
}

test('a server that is killed loses nothing that was acknowledged, and the store goes on with the next one', async () => {
  cluster.createDatabase('killed');
  const store = await openPostgresStore({ url: cluster.url('killed') });
  for (let round = 0; round < 3; round += 1) {
    const failing = appendUntilItFails(store);
    await expect
      .poll(async () => (await store.heads())[0]?.seq ?? 0)
      .toBeGreaterThan(round * 5 + 4);
    await cluster.kill();
    const acknowledged = await failing;
    await expect(store.heads()).rejects.toMatchObject(unavailable(/nothing listens|lost|answer/));
    await cluster.start();
    const rows = await store.read('a', 1, 10_000);
    // The one under way may be there, or not.
    expect([0, 1]).toContain(rows.length - acknowledged);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  }
  await store.close();
});

test('a server that stands still is given up after a time, and what it was asked is unknown', async () => {
  cluster.createDatabase('silent');
  const store = await openPostgresStore({ url: cluster.url('silent') });
  await store.append({ rows: nextRows('a', 1) });
  cluster.signal('SIGSTOP');
  try {
    const started = performance.now();
    const next = nextRows('a', 2).slice(1);
    await expect(store.append({ rows: next })).rejects.toMatchObject(unavailable(/timeout/i));
    expect(performance.now() - started).toBeLessThan(60_000);
  } finally {
    cluster.signal('SIGCONT');
  }
  await expect.poll(() => store.heads().then(([head]) => head?.seq ?? 0)).toBeGreaterThan(0);
  await store.close();
});

test('what cannot be written durably or by this version is refused with what to do', async () => {
  const url = await newDatabase();
  const name = new URL(url).pathname.slice(1);
  const store = await openPostgresStore({ url });
  await store.append({ rows: nextRows('a', 1) });
  const reader = await openPostgresStore({ url, readOnly: true });
  expect(await reader.heads()).toEqual(await store.heads());
  const next = nextRows('a', 2).slice(1);
  await expect(reader.append({ rows: next })).rejects.toMatchObject(unavailable(/only be read/));
  await Promise.all([store.close(), reader.close()]);

  await askOnce(url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
  await expect(openPostgresStore({ url })).rejects.toMatchObject(unavailable(/set it to on/));
  await askOnce(url, `ALTER DATABASE ${name} RESET synchronous_commit`);
  await askOnce(url, 'UPDATE tripwire.schema_version SET version = 1000');
  await expect(openPostgresStore({ url })).rejects.toMatchObject({ code: 'STORE_NEWER' });
});

test.each([
  ['a database that is not there', (url: string) => `${url}_not`, /no such database/],
  [
    'a port where nothing listens',
    (url: string) => url.replace(/:\d+\//, ':1/'),
    /nothing listens there.*Start Postgres/,
  ],
])('%s is told with what to do, and without a password', async (_, other, words) => {
  const url = other(await newDatabase()).replace('tripwire@', 'tripwire:secret@');
  const opening = openPostgresStore({ url });
  await expect(opening).rejects.toMatchObject(unavailable(words));
  await expect(opening).rejects.not.toMatchObject({
    message: expect.stringContaining('secret') as string,
  });
});

test('tables are not made for somebody who only reads', async () => {
  const url = await newDatabase();
  await expect(openPostgresStore({ url, readOnly: true })).rejects.toMatchObject(
    unavailable(/start Tripwire on it once/),
  );
  const nodes = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url })));
  expect(await nodes[0]?.heads()).toEqual([]);
  await Promise.all(nodes.map((node) => node.close()));
});
