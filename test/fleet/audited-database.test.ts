/**
 * An auditor proves what is recorded in a database: windows and log are in the data folder of who measured, the records in
 * Postgres, and a user who may only read is enough. Whatever is touched in the database shows.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readLogKey, verifierText } from '../../src/audit/index.ts';
import { digestEvent } from '../../src/detect/index.ts';
import { GENESIS_HASH, rowHash } from '../../src/journal/chain.ts';
import { openPostgresStore, type JournalRow } from '../../src/store/index.ts';
import { AuditedLife } from '../audit/audited-life.ts';
import { verifyAudit } from '../audit/verify-data.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { askOnce, newDatabase } from './shared-postgres.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const HOUR_MS = 3_600_000;
const READER = `auditor_${String(process.pid)}`;
const root = temporaryFolder('audited-database');
const data = join(root, 'measured');

let owner = '';
let reader = '';

beforeAll(async () => {
  owner = await newDatabase();
  const life = new AuditedLife(data, Date.now() - HOUR_MS, () => openPostgresStore({ url: owner }));
  await life.start();
  await life.work('one', 25, 2_000);
  await life.vanish();
  life.wallMs += 30_000;
  await life.start();
  await life.gate.stopAll('ann', 'a drill');
  await life.pass(9_000);
  await life.gate.resumeAll('ann', 'it is over');
  await life.work('two', 12, 3_000);
  for (let call = 0; call < 20; call += 1) {
    await again(life, 'looping');
    await life.pass(3_000);
  }
  await life.pass(100_000);
  await life.end();
  await askOnce(owner, `CREATE ROLE ${READER} LOGIN`);
  await askOnce(owner, `GRANT USAGE ON SCHEMA tripwire TO ${READER}`);
  await askOnce(owner, `GRANT SELECT ON ALL TABLES IN SCHEMA tripwire TO ${READER}`);
  const url = new URL(owner);
  url.username = READER;
  reader = url.href;
});

const SAME = digestEvent({ kind: 'tool', tool: 'run_tests', args: {}, result: 'FAIL: 3 tests' });

/** A call that tells of the same call of a tool with the same result; nothing once that is stopped. */
async function again({ gate }: AuditedLife, agent: string): Promise<void> {
  const observed = { digests: [SAME] };
  const asked = { agent, purpose: 'step', estimateTokens: 10, waitMs: 0, observed } as const;
  const admitted = await gate.admit(asked);
  if (!admitted.allowed) return;
  const response = { toolCalls: 0, outputLength: 9 };
  await admitted.call.finish({
    status: 'SUCCESS',
    latencyMs: 2,
    tokens: 9,
    cachedTokens: 0,
    response,
  });
}

/** The settings of a person who keeps the journal in this database. */
function configured(store: string): string {
  const file = join(data, 'tripwire.yaml');
  writeFileSync(file, `store: ${store}\n`);
  return file;
}

describe('a record in a database', () => {
  test('verifies as a whole for a user who may only read it', async () => {
    const { code, windows, stderr } = await verifyAudit('--data', data, '--store', reader);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const agents = new Set(windows.map(({ window_id: id = '' }) => id.split('/')[0]));
    expect(agents).toEqual(new Set(['looping', 'one', 'two']));
    const shown = await runTripwire(['audit', 'window', 'one', '0', '--data', data], '', {
      TRIPWIRE_STORE: reader,
    });
    expect(shown.stdout).toMatch(/^one\/000000 {2}\d{4}-/);
  });

  test('is handed out as a bundle that verifies without the database, with the key from elsewhere', async () => {
    configured(reader);
    const bundle = join(root, 'bundle');
    const written = await runTripwire(['audit', 'export', bundle, '--data', data]);
    expect(written.code, written.stderr).toBe(0);
    const key = verifierText(readLogKey(join(data, 'audit/log')));
    const found = await verifyAudit(bundle, '--key', key);
    expect({ code: found.code, stderr: found.stderr }).toEqual({ code: 0, stderr: '' });
    const inPlace = await verifyAudit('--data', data);
    expect(found.windows).toEqual(inPlace.windows);
  });

  test('of a folder that measured nothing, it says where the windows are', async () => {
    const other = temporaryFolder('other-node');
    const { code, stderr } = await verifyAudit('--data', other, '--store', reader);
    expect(code).toBe(2);
    expect(stderr).toMatch(/holds no audit: .+the node that leads/);
  });
});

describe('whoever changes the database', () => {
  /** The same journal in another database, with what `touch` does to it. */
  async function touched(touch: (url: string) => Promise<unknown>) {
    const copy = await newDatabase();
    const moved = await runTripwire(['migrate', '--from', owner, '--to', copy]);
    expect(moved.code, moved.stderr).toBe(0);
    expect((await verifyAudit('--data', data, '--store', copy)).code).toBe(0);
    await touch(copy);
    return verifyAudit('--data', data, '--store', copy);
  }
  const change =
    'UPDATE tripwire.journal SET body = replace(body, \'"tokenCount":20,\', \'"tokenCount":19,\')';

  test('cannot change a record', async () => {
    const { code, stderr } = await touched((url) =>
      askOnce(url, `${change} WHERE agent = 'one' AND seq < 20`),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/one: row \d+/);
  });

  test('cannot change one by hashing the rest of its chain anew', async () => {
    const { code, lines } = await touched(async (url) => {
      await askOnce(url, `${change} WHERE agent = 'one'`);
      await rehash(url, 'one');
    });
    expect(code).toBe(1);
    const problems = lines.flatMap((line) => [line.problem ?? [], line.problems ?? []].flat());
    expect(problems.join('\n')).toContain('the records give another');
  });

  test('cannot cut the end off', async () => {
    const { code } = await touched(async (url) => {
      await askOnce(url, "DELETE FROM tripwire.journal WHERE agent = 'two' AND seq > 9");
      await askOnce(
        url,
        `UPDATE tripwire.heads SET (seq, hash, at) = (SELECT seq, hash, at FROM tripwire.journal
           WHERE journal.agent = 'two' ORDER BY seq DESC LIMIT 1) WHERE agent = 'two'`,
      );
    });
    expect(code).toBe(1);
  });

  test('cannot drop what was done to all agents', async () => {
    const { code } = await touched(async (url) => {
      await askOnce(url, "DELETE FROM tripwire.journal WHERE agent = '*' AND seq > 1");
      await askOnce(
        url,
        `UPDATE tripwire.heads SET (seq, hash, at) = (SELECT seq, hash, at FROM tripwire.journal
           WHERE journal.agent = '*' AND journal.seq = 1) WHERE agent = '*'`,
      );
    });
    expect(code).toBe(1);
  });
});

/** Makes the chain of an agent fit again, as somebody with all rights would. */
async function rehash(url: string, agent: string): Promise<void> {
  const rows = (await askOnce(
    url,
    'SELECT agent, seq::integer, at::float8 AS at, kind, body FROM tripwire.journal WHERE agent = $1 ORDER BY seq',
    [agent],
  )) as unknown as readonly Omit<JournalRow, 'prev' | 'hash'>[];
  let prev = GENESIS_HASH;
  for (const row of rows) {
    const hash = rowHash({ ...row, prev });
    await askOnce(url, 'UPDATE tripwire.journal SET hash = $3 WHERE agent = $1 AND seq = $2', [
      agent,
      row.seq,
      Buffer.from(hash, 'hex'),
    ]);
    prev = hash;
  }
  await askOnce(url, 'UPDATE tripwire.heads SET hash = $2 WHERE agent = $1', [
    agent,
    Buffer.from(prev, 'hex'),
  ]);
}

describe('tuning on a database', () => {
  interface Curve {
    readonly curve: readonly { readonly journalStops: number | null }[];
  }
  const stops = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runTripwire(['tune', '--json', ...args]);
    // Nothing is marked healthy, so no threshold is recommended.
    expect(code, stderr).toBe(1);
    return (JSON.parse(stdout) as Curve).curve.map(({ journalStops }) => journalStops);
  };

  test('counts the stops that each threshold would have made, as in a file with the same journal', async () => {
    const folder = join(root, 'moved');
    const moved = await runTripwire(['migrate', '--from', owner, '--to', folder]);
    expect(moved.code, moved.stderr).toBe(0);
    const inFile = await stops('--data', folder);
    expect(inFile.some((count) => (count ?? 0) > 0)).toBe(true);
    expect(await stops('--data', temporaryFolder('empty'), '--store', reader)).toEqual(inFile);
    expect(await stops('--config', configured(reader))).toEqual(inFile);
    const tested = ['backtest', 'looping', '--threshold', '2', '--json'];
    const [file, database] = await Promise.all([
      runTripwire([...tested, '--data', folder]),
      runTripwire([...tested, '--data', temporaryFolder('empty'), '--store', reader]),
    ]);
    const found = JSON.parse(database.stdout) as { readonly stops: readonly unknown[] };
    expect(found.stops.length).toBeGreaterThan(0);
    expect(found.stops).toEqual((JSON.parse(file.stdout) as typeof found).stops);
  });
});
