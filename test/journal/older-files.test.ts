/**
 * Files of journals that older versions wrote: they are read as they are, and brought up to date when they are written
 * to. Every row stays, every decision is replayed, and the chain continues with rows of the newest form.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  checkedEvents,
  compareEvents,
  evidenceProblem,
  replayJournal,
  verifyChain,
} from '../../src/journal/index.ts';
import {
  openSqliteStore,
  type Evidence,
  type JournalRow,
  type NewEvent,
  type Snapshot,
  type Store,
} from '../../src/store/index.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { testGate } from '../kit/test-gate.ts';

interface Written {
  readonly rows: readonly JournalRow[];
  readonly snapshots: readonly Snapshot[];
  readonly events?: readonly NewEvent[];
  readonly evidence?: readonly Evidence[];
}

const start = { seq: 0, hash: '0'.repeat(64) };

function fixture(name: string): Written {
  const file = new URL(`../fixtures/journals/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Written;
}

/** The file as its version made it. */
function fileOf(version: number, { rows, snapshots, events = [], evidence = [] }: Written): string {
  const file = join(temporaryFolder('older'), 'journal.db');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;');
  for (const step of MIGRATIONS.slice(0, version)) database.exec(step);
  database.exec(`PRAGMA user_version = ${version}; PRAGMA application_id = 0x54726970;`);
  const row = database.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const { agent, seq, at, kind, body, prev, hash } of rows) {
    row.run(agent, seq, at, kind, body, prev, hash);
  }
  const snapshot = database.prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?)');
  for (const { agent, seq, hash, state } of snapshots) snapshot.run(agent, seq, hash, state);
  const event = database.prepare('INSERT INTO events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)');
  for (const { agent, session, seq, eventType, timestamp, reason, details } of events) {
    event.run(agent, session, seq, eventType, timestamp, reason, details);
  }
  const text = database.prepare('INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?)');
  for (const { agent, session, seq, at, hash, body } of evidence) {
    text.run(agent, session, seq, at, hash, body);
  }
  database.close();
  return file;
}

const files: readonly (readonly [string, number, Written])[] = [
  ['0.1.0', 1, fixture('version-0.1.0')],
  ['0.2.0 before rows were kept short', 2, fixture('version-0.2.0-whole-decisions')],
];

/** All that was recorded is there, holds, and is decided again as it was. */
async function expectWhole(store: Store, { rows, evidence = [] }: Written): Promise<void> {
  for (const agent of new Set(rows.map((row) => row.agent))) {
    const own = rows.filter((row) => row.agent === agent);
    const found = await store.read(agent, 1, 1_000);
    expect(found).toEqual(own);
    expect(await store.read(agent, 5, 3)).toEqual(own.slice(4, 7));
    expect(await verifyChain(found, start)).toMatchObject({ ok: true, rows: own.length });
    expect(await replayJournal(store, agent)).toMatchObject({ parity: true, rows: own.length });
    const events = await store.events({ agent, limit: 1_000 });
    expect(await checkedEvents(store, events)).toEqual(events);
    expect(await compareEvents(store, agent, own.length)).toMatchObject({
      compared: events.length,
    });
  }
  for (const one of evidence) expect(await evidenceProblem(store, one)).toBeNull();
}

describe.each(files)('a journal of %s', (_, version, written) => {
  const agent = written.rows.find(({ kind }) => kind === 'result')?.agent ?? '';

  test('is read as it is, and its file stays as it was', async () => {
    const file = fileOf(version, written);
    const bytes = () => createHash('sha256').update(readFileSync(file)).digest('hex');
    const before = bytes();
    const store = await openSqliteStore({ file, readOnly: true });
    await expectWhole(store, written);
    expect(await store.documents({ kind: 'note', limit: 10 })).toEqual([]);
    expect((await store.heads()).map(({ seq }) => seq)).toContain(
      written.rows.filter((row) => row.agent === agent).length,
    );
    await store.close();
    expect(bytes()).toBe(before);
  });

  test('is brought up to date, and continued in the new form', async () => {
    const file = fileOf(version, written);
    const sizeBefore = statSync(file).size;
    const store = await openSqliteStore({ file });
    await expectWhole(store, written);
    const gate = await testGate({ store });
    await gate.operate({ agent, action: 'activate', by: 'bob', why: 'looked at it' });
    const ask = { agent, session: 'new', purpose: 'step', estimateTokens: 10, waitMs: 0 } as const;
    const admission = await gate.admit(ask);
    if (!admission.allowed) throw new Error(admission.refusal.reason);
    await admission.call.finish({
      status: 'SUCCESS',
      latencyMs: 5,
      tokens: 3,
      cachedTokens: 0,
      response: { toolCalls: 0, outputLength: 4 },
    });
    gate.close();
    await store.close();
    const again = await openSqliteStore({ file, readOnly: true });
    const rows = await again.read(agent, 1, 1_000);
    const before = written.rows.filter((row) => row.agent === agent);
    expect(rows.slice(0, before.length)).toEqual(before);
    expect(rows.slice(before.length).map(({ body }) => body.slice(-6))).toContain('"v":3}');
    expect(await verifyChain(rows, start)).toMatchObject({ ok: true });
    expect(await replayJournal(again, agent)).toMatchObject({ parity: true, rows: rows.length });
    await again.close();
    // What the old tables took was given back.
    expect(statSync(file).size).toBeLessThanOrEqual(sizeBefore + 65_536);
  });

  test('with a hash that is none is opened, and its agent is refused', async () => {
    const file = fileOf(version, written);
    const database = new DatabaseSync(file);
    database.prepare('UPDATE journal SET hash = ? WHERE agent = ? AND seq = 3').run('zz', agent);
    database.close();
    const store = await openSqliteStore({ file });
    const gate = await testGate({ store });
    const asked = { purpose: 'step', estimateTokens: 10, waitMs: 0 } as const;
    expect(await gate.admit({ ...asked, agent: 'somebody else' })).toMatchObject({ allowed: true });
    const rows = await store.read(agent, 1, 1_000);
    expect(await verifyChain(rows, start)).toMatchObject({ ok: false, seq: 3 });
    gate.close();
    await store.close();
  });
});
