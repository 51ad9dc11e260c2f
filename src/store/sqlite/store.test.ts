import { existsSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import {
  eventOf,
  hashOf,
  lastOf,
  nextRows,
  snapshotOf,
} from '../../../test/store/conformance-rows.ts';
import { openSqliteStore, StoreError, type Store } from '../index.ts';

let folder = '';
let file = '';
let opened: Store[] = [];

beforeEach(() => {
  folder = temporaryFolder('sqlite');
  file = join(folder, 'data', 'journal.db');
});

afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  opened = [];
});

async function open(options: { readOnly?: boolean } = {}): Promise<Store> {
  const store = await openSqliteStore({ file, busyTimeoutMs: 20, ...options });
  opened.push(store);
  return store;
}

describe('a file', () => {
  test('is found again as it was left', async () => {
    const first = await open();
    const rows = nextRows('a', 5);
    const key = { keyHash: hashOf('key'), agent: 'a', createdAt: 1, label: 'x' };
    await first.append({ rows, events: [eventOf('a', 2)], snapshots: [snapshotOf('a', 4)] });
    await first.cut('a', 2);
    await first.putKey(key);
    await first.close();

    const second = await open();
    expect(await second.read('a', 1, 10)).toEqual(rows.slice(2));
    expect(await second.snapshot('a')).toEqual(snapshotOf('a', 4));
    expect(await second.anchors()).toMatchObject([{ agent: 'a', seq: 2, hash: rows[1]?.hash }]);
    expect(await second.keys()).toEqual([key]);
    await second.append({ rows: nextRows('a', 1, lastOf(rows)), events: [eventOf('a', 6)] });
    // The event of row 2 went with the cut; its number does not come back.
    expect(await second.events({ limit: 10 })).toMatchObject([{ id: 2, seq: 6 }]);
  });

  test('and all that stands beside it is for its owner only', async () => {
    const store = await open();
    await store.append({ rows: nextRows('a', 1) });
    for (const end of ['', '-wal', '-shm', '.lock', '.pid']) {
      expect([end, statSync(`${file}${end}`).mode & 0o777]).toEqual([end, 0o600]);
    }
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  test('shrinks when much is cut, also in several parts', async () => {
    const store = await open();
    const rows = nextRows('a', 12_000);
    for (let from = 0; from < rows.length; from += 1000) {
      await store.append({ rows: rows.slice(from, from + 1000) });
    }
    await store.append({ rows: [], snapshots: [snapshotOf('a', 12_000)] });
    await store.close();
    const before = statSync(file).size;
    const again = await open();
    const cut = again.cut('a', 11_900);
    // Work goes on between the parts.
    await again.append({ rows: nextRows('b', 1) });
    expect((await cut).seq).toBe(11_900);
    expect(await again.read('a', 1, 1000)).toEqual(rows.slice(11_900));
    await again.close();
    expect(statSync(file).size).toBeLessThan(before / 10);
  });

  test('that would hold a fork is protected by its tables too', async () => {
    const store = await open();
    const rows = nextRows('a', 3);
    await store.append({ rows });
    const other = new DatabaseSync(file);
    const second = other.prepare(
      "INSERT INTO journal VALUES ('a', 3, 1, 'tick', '{}', zeroblob(32))",
    );
    expect(() => second.run()).toThrow(/UNIQUE constraint failed: journal.agent, journal.seq/);
    other.close();
    expect(await store.read('a', 1, 10)).toEqual(rows);
  });

  test('of two that follow the same row at once takes one, and nothing of the other', async () => {
    const store = await open();
    const rows = nextRows('a', 3);
    await store.append({ rows });
    const [fourth] = nextRows('a', 1, lastOf(rows));
    if (fourth === undefined) throw new Error('there is one row');
    const fork = { ...fourth, hash: 'd'.repeat(64) };
    const [kept, refused, beside] = await Promise.allSettled([
      store.append({ rows: [fourth] }),
      store.append({ rows: [...nextRows('c', 1), fork], events: [eventOf('a', 4)] }),
      store.append({ rows: nextRows('b', 2) }),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'STORE_CHAIN' } });
    expect([kept.status, beside.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(await store.heads()).toMatchObject([
      { agent: 'a', seq: 4, hash: fourth.hash },
      { agent: 'b', seq: 2 },
    ]);
    expect(await store.events({ limit: 10 })).toEqual([]);
    // What was refused was forgotten, too: the chain continues from the row that was kept.
    await store.append({ rows: nextRows('a', 2, fourth) });
  });
});

describe('two at once', () => {
  test('a second writer is told who has the file, until that one closes it', async () => {
    const first = await open();
    const alias = join(folder, 'data', '.', 'journal.db');
    await expect(openSqliteStore({ file: alias, busyTimeoutMs: 20 })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(
        new RegExp(`in use by another Tripwire \\(process ${process.pid}\\).*stop that one`),
      ) as string,
    });
    await first.append({ rows: nextRows('a', 1) });
    await first.close();
    expect(existsSync(`${file}.pid`)).toBe(false);
    const second = await open();
    expect(await second.heads()).toMatchObject([{ agent: 'a', seq: 1 }]);
  });

  test('a reader sees what is written meanwhile and changes nothing', async () => {
    const writer = await open();
    const reader = await open({ readOnly: true });
    const rows = nextRows('a', 2);
    await writer.append({ rows: rows.slice(0, 1) });
    expect(await reader.read('a', 1, 10)).toEqual(rows.slice(0, 1));
    const refused = {
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('reading only') as string,
    };
    await expect(reader.append({ rows: rows.slice(1) })).rejects.toMatchObject(refused);
    await expect(reader.removeKey(hashOf('x'))).rejects.toMatchObject(refused);
    await writer.append({ rows: rows.slice(1) });
    expect(await reader.heads()).toMatchObject([{ agent: 'a', seq: 2 }]);
  });
});

describe('what cannot be opened is left alone', () => {
  async function refusal(options: { readOnly?: boolean } = {}): Promise<StoreError | null> {
    try {
      await open(options);
      return null;
    } catch (error) {
      if (error instanceof StoreError) return error;
      throw error;
    }
  }

  test('a newer version', async () => {
    await (await open()).close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    for (const readOnly of [true, false]) {
      const { code, message } = (await refusal({ readOnly })) ?? {};
      expect(code).toBe('STORE_NEWER');
      expect(message).toMatch(/has version 99.*Install the newer Tripwire/);
    }
  });

  test('a database of another program', async () => {
    await (await open()).close();
    unlinkSync(file);
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE photos (name TEXT)');
    database.close();
    expect(await refusal()).toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('of another program') as string,
    });
    expect(await refusal({ readOnly: true })).toMatchObject({ code: 'STORE_CORRUPT' });
  });

  test('something that is no database', async () => {
    await (await open()).close();
    writeFileSync(file, 'all work and no play makes Jack a dull boy. '.repeat(200));
    expect(await refusal()).toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('not a database') as string,
    });
  });

  test('a folder that is a file', async () => {
    writeFileSync(join(folder, 'data'), '');
    expect(await refusal()).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('it cannot be opened') as string,
    });
  });

  test('nothing at all, to read', async () => {
    expect(await refusal({ readOnly: true })).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('there is no journal at') as string,
    });
    expect(existsSync(file)).toBe(false);
  });

  test('an empty file, to read', async () => {
    await (await open()).close();
    writeFileSync(file, '');
    expect(await refusal({ readOnly: true })).toMatchObject({
      message: expect.stringContaining('start Tripwire once') as string,
    });
  });

  test('a waiting time that is none', async () => {
    await expect(openSqliteStore({ file, busyTimeoutMs: -1 })).rejects.toThrow(RangeError);
  });
});

describe('a file that goes away under the store', () => {
  test.each(['', '-wal'])('nothing is acknowledged while FILE%s is gone', async (end) => {
    const store = await open();
    const rows = nextRows('a', 3);
    await store.append({ rows: rows.slice(0, 1) });
    renameSync(`${file}${end}`, `${file}.away`);
    await expect(store.append({ rows: rows.slice(1, 2) })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('deleted or replaced') as string,
    });
    // It is put back. Nothing was written meanwhile.
    renameSync(`${file}.away`, `${file}${end}`);
    const [head] = await store.heads();
    expect(head?.seq).toBe(1);
    await store.append({ rows: rows.slice(1) });
    expect(await store.read('a', 1, 10)).toEqual(rows);
  });
});
