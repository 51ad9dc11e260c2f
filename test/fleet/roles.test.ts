/**
 * A server whose user may add to the journal and nothing else to it: the owner makes the tables, the server serves, old rows
 * go by the owner's function alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore, type JournalRow } from '../../src/store/index.ts';
import { namedToken } from '../kit/named-token.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { nextRows, snapshotOf } from '../store/conformance-rows.ts';
import { askOnce, newDatabase } from './shared-postgres.ts';

const WEEK_MS = 604_800_000;
const ROLE = `server_${String(process.pid)}`;

describe('a role without DDL and DELETE', () => {
  let owner = '';
  let limited = '';
  let home: Home;
  let server: RunningTripwire | null = null;

  beforeAll(async () => {
    owner = await newDatabase();
    await askOnce(owner, `CREATE ROLE ${ROLE} LOGIN`);
    const url = new URL(owner);
    url.username = ROLE;
    limited = url.href;
    home = await newHome();
    home.configure('teams:\n  all: { agents: ["*"], budgets: { calls_per_day: 100 } }\n');
  }, 120_000);

  afterAll(async () => {
    server?.process.kill('SIGKILL');
    await home.provider.close();
  });

  test('cannot start before the owner made the tables, and is told what to do', async () => {
    const args = ['up', '--port', '0', '--admin-port', '0', '--store', limited];
    const refused = await runTripwire(args, '', home.env);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/may not do that.+tripwire migrate --to URL --grant ROLE/);
    const nobody = await runTripwire(
      ['migrate', '--to', owner, '--grant', 'not_there'],
      '',
      home.env,
    );
    expect(nobody.stderr).toMatch(/no role not_there: make it first/);
    const made = await runTripwire(['migrate', '--to', owner, '--grant', ROLE], '', home.env);
    expect(made).toMatchObject({
      code: 0,
      stdout: `the tables are there, and ${ROLE} may serve them\n`,
    });
  });

  test('serves agents and people as a node of a fleet', async () => {
    server = await startTripwire(home, ['--store', limited, '--fleet']);
    expect((await askAs(server.url, 'worker')).status).toBe(200);
    await server.api('/api/agents/worker/deactivate', { why: 'enough' });
    expect((await askAs(server.url, 'worker')).status).not.toBe(200);
    await server.api('/api/agents/worker/activate', { why: 'fine' });
    expect((await askAs(server.url, 'worker')).status).toBe(200);
    const shownToken = readFileSync(join(home.data, 'admin-token'), 'utf8').trim();
    const token = await namedToken(server.adminUrl, shownToken, 'ci', 'admin');
    const shown = { ...home.env, TRIPWIRE_ADMIN_TOKEN: token };
    const added = await runTripwire(['keys', 'make', 'worker'], '', shown);
    expect(added.code, added.stderr).toBe(0);
  });

  test.each([
    ['DELETE FROM tripwire.journal'],
    ['UPDATE tripwire.journal SET body = body'],
    ['TRUNCATE tripwire.journal'],
    ['DELETE FROM tripwire.journal_0'],
    ['DROP TABLE tripwire.journal_0'],
    ['SELECT tripwire.anchor_week((extract(epoch FROM now()) / 604800)::integer, $$$$, 1)'],
    ['SELECT tripwire.drop_week(0)'],
    ['DELETE FROM tripwire.heads'],
    ['UPDATE tripwire.anchors SET seq = 9'],
    ['DELETE FROM tripwire.events'],
    ['ALTER TABLE tripwire.journal DROP COLUMN body'],
    ['DROP TABLE tripwire.events'],
    ['CREATE TABLE tripwire.mine (id int)'],
    ['UPDATE tripwire.cutting SET older_than_days = 0'],
    [
      'CREATE OR REPLACE FUNCTION tripwire.is_rest(a bigint, b text, c text) RETURNS boolean LANGUAGE sql AS $$ SELECT false $$',
    ],
  ])('%s is refused', async (sql) => {
    await expect(askOnce(limited, sql)).rejects.toMatchObject({ code: '42501' });
  });

  test('no head goes back, so that no recorded row is hidden', async () => {
    const hides = `UPDATE tripwire.heads SET (seq, hash) = (SELECT seq, hash FROM tripwire.journal
      WHERE agent = 'worker' ORDER BY seq LIMIT 1) WHERE agent = 'worker'`;
    const swaps = "UPDATE tripwire.heads SET hash = decode(repeat('00', 32), 'hex')";
    for (const sql of [hides, swaps]) {
      await expect(askOnce(limited, sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('makes no tables of weeks without end', async () => {
    const weeks = (from: number, count: number) =>
      `SELECT tripwire.need_weeks(ARRAY(SELECT (week * ${String(WEEK_MS)}::bigint)
         FROM generate_series(${String(from)}, ${String(from + count - 1)}) AS week))`;
    const next = Math.floor(Date.now() / WEEK_MS) + 2;
    for (const sql of [weeks(next, 200), weeks(-300, 1)]) {
      await expect(askOnce(limited, sql)).rejects.toMatchObject({ code: '42501' });
    }
    await askOnce(limited, weeks(next, 2));
  });

  test('cuts old rows, but none that are younger than the owner keeps, and not the last', async () => {
    const store = await openPostgresStore({ url: limited });
    try {
      const rows = nextRows('old', 6);
      const snapshot = { agent: 'old', seq: 4, hash: 'a'.repeat(64), state: '{}' };
      await store.append({ rows, snapshots: [snapshot] });
      await askOnce(owner, 'UPDATE tripwire.cutting SET older_than_days = 30');
      const at = Date.now();
      await askOnce(owner, "UPDATE tripwire.journal SET at = $1 WHERE agent = 'old' AND seq > 2", [
        at,
      ]);
      expect(await store.cut('old', 2)).toMatchObject({ seq: 2, hash: rows[1]?.hash });
      await expect(store.cut('old', 3)).rejects.toThrow(/younger than the 30 days/);
      await expect(askOnce(limited, "SELECT tripwire.cut_rows('old', 6)")).rejects.toThrow(
        /last one/,
      );
      expect(await store.read('old', 1, 10)).toHaveLength(4);
    } finally {
      await store.close();
    }
  });

  test('cuts none that are younger behind a row that says it is old', async () => {
    const store = await openPostgresStore({ url: limited });
    try {
      const week = Math.floor(Date.now() / WEEK_MS);
      const now = nextRows('young', 6).map((row) => ({ ...row, at: Date.now() }));
      const old = (row: JournalRow) => ({ ...row, at: (week - 20) * WEEK_MS });
      // The fourth and fifth claim to be months old; nothing but the clock of the server says so.
      const rows = now.map((row) => ([4, 5].includes(row.seq) ? old(row) : row));
      await store.append({ rows, snapshots: [snapshotOf('young', 6)] });
      await expect(askOnce(limited, "SELECT tripwire.cut_rows('young', 4)")).rejects.toThrow(
        /younger than the 30 days/,
      );
      await askOnce(limited, `SELECT * FROM tripwire.anchor_week(${String(week - 20)}, '', 100)`);
      await askOnce(limited, `SELECT tripwire.drop_week(${String(week)})`);
      const left = await store.read('young', 1, 10);
      expect(left.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    } finally {
      await store.close();
    }
  });
});
