/**
 * Versions side by side: whoever is older or newer than what is there refuses with words, changes nothing, and misreads
 * nothing. An upgrade ends all servers first. Whose clock differs is not let in either.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { CODING_V1 } from '../../src/core/index.ts';
import { openFleet } from '../../src/server/fleet.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { askOnce, newDatabase } from './shared-postgres.ts';

const patient = { timeout: 60_000, interval: 100 };
const homes: Home[] = [];
const servers: RunningTripwire[] = [];
let url = '';

beforeAll(async () => {
  url = await newDatabase();
  homes.push(await newHome(), await newHome());
  servers.push(await startTripwire(homes[0] as Home, ['--store', url, '--fleet']));
}, 120_000);

afterAll(async () => {
  for (const server of servers) server.process.kill('SIGKILL');
  await Promise.all(homes.map((home) => home.provider.close()));
});

const node = () => servers[0] as RunningTripwire;
const asked = (sql: string, values?: readonly unknown[]) => askOnce(url, sql, values);
/** What a second server says that is not let in; it is that of another machine. */
async function refusal(...more: readonly string[]): Promise<string> {
  const args = ['up', '--port', '0', '--admin-port', '0', '--store', url, ...more];
  const { code, stderr } = await runTripwire(args, '', homes[1]?.env);
  expect(code).toBe(2);
  return stderr;
}
async function serves(agent: string): Promise<void> {
  await expect.poll(async () => (await askAs(node().url, agent)).status, patient).toBe(200);
}
const tables = async () =>
  Number((await asked('SELECT version FROM tripwire.schema_version'))[0]?.['version']);

test('a newer server leaves the tables alone while one of an older version works on them', async () => {
  await serves('worker');
  const version = await tables();
  await asked('UPDATE tripwire.schema_version SET version = $1', [version - 1]);
  for (const more of [[], ['--fleet']]) {
    expect(await refusal(...more)).toMatch(
      /the Tripwire on .+ serves .+ with tables of version \d+.+end all servers of the older version first/,
    );
  }
  expect(await tables()).toBe(version - 1);
  await asked('UPDATE tripwire.schema_version SET version = $1', [version]);
  await serves('worker');
}, 120_000);

test('a node whose version is not that of the fleet is not let in', async () => {
  await asked("UPDATE tripwire.nodes SET core = 'another-version'");
  expect(await refusal('--fleet')).toMatch(/with version another-version.+all must have the same/);
}, 120_000);

test('an older server does not start on newer tables, and changes nothing', async () => {
  const version = await tables();
  await asked('UPDATE tripwire.schema_version SET version = 1000');
  expect(await refusal('--fleet')).toMatch(/has version 1000, this Tripwire knows.+left alone/);
  const read = await runTripwire(['replay', url]);
  expect(read).toMatchObject({ code: 2 });
  expect(read.stderr).toMatch(/has version 1000/);
  await asked('UPDATE tripwire.schema_version SET version = $1', [version]);
}, 120_000);

test('a row of a newer version stops its agent with words, and others go on', async () => {
  await serves('newer');
  await serves('other');
  // How a later version hashes nobody here can know.
  const hash = createHash('sha256').update('newer').digest('hex');
  const newest = "FROM tripwire.journal WHERE agent = 'newer' ORDER BY seq DESC LIMIT 1";
  await asked(
    `INSERT INTO tripwire.journal SELECT (row).* FROM (
       SELECT jsonb_populate_record(journal, jsonb_build_object('seq', seq + 1, 'hash', $1::text,
         'body', regexp_replace(body, '"v":\\d+}$', '"v":99}'))) AS row ${newest}) AS made`,
    [`\\x${hash}`],
  );
  await asked(
    `UPDATE tripwire.heads SET (seq, hash) = (SELECT seq, hash ${newest}) WHERE agent = 'newer'`,
  );
  const [added] = await asked(`SELECT seq::integer, body ${newest}`);
  expect(added?.['body']).toMatch(/"v":99\}$/);
  const sent = () => homes[0]?.provider.requests.length;
  const before = sent();
  for (let call = 0; call < 3; call += 1) {
    expect((await askAs(node().url, 'newer')).status).not.toBe(200);
  }
  expect(sent()).toBe(before);
  const rows = await asked(
    "SELECT max(seq)::integer AS seq FROM tripwire.journal WHERE agent = 'newer'",
  );
  expect(rows).toEqual([{ seq: added?.['seq'] }]);
  await serves('other');
  const read = await runTripwire(['replay', url]);
  expect(read.code).not.toBe(0);
  expect(read.stdout + read.stderr).toMatch(/version 99 is not known.+newer Tripwire/);
}, 120_000);

test('a node whose clock is more than a second off is not let in, because all count time together', async () => {
  const real = Date.now;
  const off = vi.spyOn(Date, 'now').mockImplementation(() => real() + 5_000);
  onTestFinished(() => off.mockRestore());
  const name = 'a machine with another time';
  const at = { url: await newDatabase(), name, place: name, constitution: CODING_V1 };
  await expect(openFleet({ ...at, leaseMs: 3_000 })).rejects.toThrow(
    /the clocks of this machine and of .+ are \d+ ms apart.+NTP/,
  );
});
