import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { lastOf, nextRows, snapshotOf } from '../store/conformance-rows.ts';
import { verifyChain } from './verify-chain.ts';
import { startWriter } from './writer-process.ts';

/** Less than SQLite's log grows to before it is written back, so that a commit meets the limit. */
const FILE_BYTES_MAX = 1_000_000;
const canLimit = spawnSync('prlimit', ['--version']).status === 0;
if (!canLimit) console.log('crash: no prlimit on this machine, so the full disk is not tested');

let folder = '';
let file = '';

beforeEach(() => {
  folder = temporaryFolder('disk');
  file = join(folder, 'journal.db');
});

test.skipIf(!canLimit)(
  'a disk that takes no more: appends fail, and go on when there is room again',
  async () => {
    const writer = startWriter(file, ['prlimit', `--fsize=${FILE_BYTES_MAX}:unlimited`]);
    await writer.until(() => writer.failures.length >= 9);
    const before = new Map(writer.kept);
    expect(new Set(writer.failures)).toEqual(new Set(['STORE_UNAVAILABLE']));
    expect(before.size).toBe(3);

    execFileSync('prlimit', ['--pid', String(writer.pid), '--fsize=unlimited:unlimited']);
    const recovered = () =>
      [...before].every(([agent, seq]) => (writer.kept.get(agent) ?? 0) > seq + 300);
    await writer.until(recovered);
    await writer.kill();

    const store = await openSqliteStore({ file, busyTimeoutMs: 0 });
    for (const [agent, promised] of writer.kept) {
      expect((await verifyChain(store, agent)).seq).toBeGreaterThanOrEqual(promised);
    }
    await store.close();
  },
  60_000,
);

test('another program that writes: appends fail after the waiting time, then go on', async () => {
  const store = await openSqliteStore({ file, busyTimeoutMs: 30 });
  const rows = nextRows('a', 4);
  await store.append({ rows: rows.slice(0, 1) });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const outcomes = await Promise.allSettled([
    store.append({ rows: rows.slice(1, 2) }),
    store.append({ rows: nextRows('b', 1) }),
    store.putKey({ keyHash: lastOf(rows).hash, agent: 'a', createdAt: 1, label: '' }),
  ]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('another program is writing') as string,
      },
    });
  }
  // Reading is not held up.
  expect(await store.heads()).toMatchObject([{ agent: 'a', seq: 1 }]);
  other.exec('ROLLBACK');
  await store.append({ rows: rows.slice(1, 2) });
  other.close();
  await store.append({ rows: rows.slice(2) });
  expect(await store.read('a', 1, 10)).toEqual(rows);
  expect(await store.keys()).toEqual([]);
  await store.close();
});

test('another program that writes rows of its own: the chain does not fork', async () => {
  const store = await openSqliteStore({ file });
  const rows = nextRows('a', 3);
  await store.append({ rows: rows.slice(0, 1) });
  const [, stranger] = rows.map((row) => ({ ...row, hash: 'd'.repeat(64) }));
  if (stranger === undefined) throw new Error('there are three rows');
  const other = new DatabaseSync(file);
  other
    .prepare(
      'INSERT INTO journal (agent, seq, at, kind, body, hash) VALUES (?, ?, ?, ?, ?, unhex(?))',
    )
    .run(stranger.agent, stranger.seq, stranger.at, stranger.kind, '{}', stranger.hash);
  other.close();
  await expect(store.append({ rows: rows.slice(1, 2) })).rejects.toMatchObject({
    code: 'STORE_CHAIN',
  });
  expect((await store.heads())[0]).toMatchObject({ seq: 2, hash: stranger.hash });
  await store.append({ rows: nextRows('a', 1, stranger) });
  await store.close();
});

test('another program that deletes the newest rows: the chain has no gap', async () => {
  const store = await openSqliteStore({ file });
  const rows = nextRows('a', 4);
  await store.append({ rows: rows.slice(0, 3) });
  const other = new DatabaseSync(file);
  other.exec("DELETE FROM journal WHERE agent = 'a' AND seq = 3");
  other.close();
  await expect(store.append({ rows: rows.slice(3) })).rejects.toMatchObject({
    code: 'STORE_CHAIN',
    message: expect.stringContaining('the chain stands at row 2') as string,
  });
  await store.append({ rows: rows.slice(2) });
  expect(await store.read('a', 1, 10)).toEqual(rows);
  await store.close();
});

test('another program that deletes a row: nothing is cut at the gap, and work goes on', async () => {
  const store = await openSqliteStore({ file });
  const rows = nextRows('a', 5);
  await store.append({ rows, snapshots: [snapshotOf('a', 5)] });
  const other = new DatabaseSync(file);
  other.exec("DELETE FROM journal WHERE agent = 'a' AND seq = 3");
  other.close();
  await expect(store.cut('a', 3)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  expect(await store.anchors()).toEqual([]);
  expect(await store.read('a', 1, 2)).toEqual(rows.slice(0, 2));
  await store.append({ rows: nextRows('a', 1, lastOf(rows)) });
  await store.close();
});

test('a file with damaged pages says so, and is not written to', async () => {
  const store = await openSqliteStore({ file });
  const rows = nextRows('a', 2000);
  await store.append({ rows });
  await store.close();
  const bytes = readFileSync(file);
  // The head of the file is whole, so that it opens; everything after is not.
  writeFileSync(file, bytes.fill(0xa5, 4096 * 2));
  const corrupt = { code: 'STORE_CORRUPT' };
  // Looking for the newest row meets the damage at once.
  await expect(openSqliteStore({ file })).rejects.toMatchObject(corrupt);
  rmSync(join(folder, 'journal-head.json'));
  const damaged = await openSqliteStore({ file });
  await expect(damaged.read('a', 1, 10)).rejects.toMatchObject(corrupt);
  await expect(damaged.append({ rows: nextRows('b', 1) })).rejects.toMatchObject(corrupt);
  await damaged.close();
});
