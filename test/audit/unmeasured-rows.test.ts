/**
 * Records that no window can be made again from: those of another recorder, and those whose beginning retention cut. Their
 * windows are signed, and nothing compares the records with them, so whoever rewrites them may not find them proven.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test, vi } from 'vitest';
import { cutOld, rowHash } from '../../src/journal/index.ts';
import { openSqliteStore, type JournalRow } from '../../src/store/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';
import { measuredByAnother } from './measured-otherwise.ts';
import { verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 120_000 });

const START_MS = 48_000 * 36_700_000;
const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A data folder with an agent that a person stopped, and that worked on when it was resumed. */
async function lived(name: string): Promise<string> {
  const data = join(root, name);
  const life = new AuditedLife(data, START_MS);
  await life.start();
  await life.work('one', 30, 4_000);
  await life.end();
  await life.start();
  await life.gate.operate({ agent: 'one', action: 'deactivate', by: 'ann', why: 'it leaks' });
  await life.pass(60_000);
  await life.gate.operate({ agent: 'one', action: 'activate', by: 'ann', why: 'fine' });
  await life.work('one', 10, 4_000);
  await life.pass(100_000);
  await life.end();
  return data;
}

/** Puts another name in the place of who stopped it, and makes the chain anew behind that. */
function rewrite(data: string): void {
  const database = new DatabaseSync(join(data, 'journal.db'));
  const rows = database
    .prepare(
      "SELECT agent, seq, at, kind, body, lower(hex(hash)) AS hash FROM journal WHERE agent = 'one' ORDER BY seq",
    )
    .all() as unknown as JournalRow[];
  const change = database.prepare(
    "UPDATE journal SET body = ?, hash = unhex(?) WHERE agent = 'one' AND seq = ?",
  );
  const anchor = database.prepare("SELECT hash FROM anchors WHERE agent = 'one'").get();
  let prev = String(anchor?.['hash'] ?? '0'.repeat(64));
  let firstChanged = Infinity;
  for (const row of rows) {
    const body = row.body.replaceAll('ann', 'eve');
    if (body !== row.body) firstChanged = Math.min(firstChanged, row.seq);
    const isChanged = row.seq >= firstChanged;
    const hash = isChanged ? rowHash({ ...row, body, prev }) : row.hash;
    if (isChanged) change.run(body, hash, row.seq);
    prev = hash;
  }
  database.prepare('DELETE FROM snapshots WHERE seq >= ?').run(firstChanged);
  database.close();
  expect(firstChanged).toBeLessThan(Infinity);
}

test('records that can be measured again: rewritten ones are found', async () => {
  const data = await lived('plain');
  expect((await verifyAudit('--data', data)).code).toBe(0);
  rewrite(data);
  expect((await verifyAudit('--data', data)).code).toBe(1);
});

test('the beginning was cut: what is left is not proven, as it is or rewritten', async () => {
  const data = await lived('cut');
  const store = await openSqliteStore({ file: join(data, 'journal.db') });
  const { rows } = await cutOld(store, { days: 0, maxBytes: 1e12 }, START_MS + 1e9);
  await store.close();
  expect(rows).toBeGreaterThan(0);
  for (const change of [() => undefined, () => rewrite(data)]) {
    change();
    const { code, stderr, lines } = await verifyAudit('--data', data);
    expect(code, stderr).toBe(3);
    const said = lines.map(({ unproven }) => unproven ?? '').join('\n');
    expect(said).toMatch(/one: the records among rows \d+ to \d+ are compared with no window/);
  }
});

test('another recorder measured: the same', async () => {
  const data = await lived('older');
  measuredByAnother(data);
  for (const change of [() => undefined, () => rewrite(data)]) {
    change();
    const { code, stderr } = await verifyAudit('--data', data);
    expect(code, stderr).toBe(3);
  }
});
