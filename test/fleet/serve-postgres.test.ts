/**
 * `tripwire up --store postgres://…` from outside: one server at a time serves a database, another takes over with all
 * stops, and neither a server that stood still nor one without its database lets anything through.
 */
import { readdirSync } from 'node:fs';
import { onTestFinished, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire, type Home } from '../kit/running-tripwire.ts';
import { startPostgres } from './postgres-cluster.ts';
import { newDatabase } from './shared-postgres.ts';

async function home(): Promise<Home> {
  const made = await newHome();
  onTestFinished(() => made.provider.close());
  return made;
}

async function serve(at: Home, url: string, more: readonly string[] = []) {
  const server = await startTripwire(at, ['--store', url, ...more]);
  onTestFinished(() => {
    server.process.kill('SIGKILL');
  });
  return server;
}

const patient = { timeout: 60_000, interval: 100 };
const statusOf = async (url: string, agent: string) => (await askAs(url, agent)).status;
const health = async (adminUrl: string) => (await fetch(`${adminUrl}/healthz`)).status;

test('what one server recorded binds the next, which takes over when the first is gone', async () => {
  const url = await newDatabase();
  const [first, second] = [await home(), await home()];
  const one = await serve(first, url);
  expect(await statusOf(one.url, 'worker')).toBe(200);
  expect(await statusOf(one.url, 'other')).toBe(200);
  await one.api('/api/agents/worker/deactivate', { why: 'enough' });
  expect(await statusOf(one.url, 'worker')).not.toBe(200);

  const env = { ...second.env, TRIPWIRE_STORE: url };
  const refused = await runTripwire(['up', '--port', '0', '--admin-port', '0'], '', env);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/the Tripwire on .+ \(process \d+\) serves postgres:.+only one/);

  await one.end('SIGKILL');
  const two = await serve(second, url);
  const before = second.provider.requests.length;
  expect(await statusOf(two.url, 'worker')).not.toBe(200);
  expect(second.provider.requests).toHaveLength(before);
  expect(await statusOf(two.url, 'other')).toBe(200);
  const { stdout } = await runTripwire(['doctor'], '', env);
  expect(stdout).toMatch(/2 of 2 chains verify/);
  expect(await two.end()).toBe(0);
  // One that ended well gave its turn back: nobody waits for a lease.
  const three = await serve(first, url);
  expect(await statusOf(three.url, 'worker')).not.toBe(200);
  expect(await statusOf(three.url, 'other')).toBe(200);
});

test('a command beside a server that is too busy to answer starts no second one with a journal of its own', async () => {
  const url = await newDatabase();
  const at = await home();
  const busy = await serve(at, url);
  expect(await statusOf(busy.url, 'worker')).toBe(200);
  busy.process.kill('SIGSTOP');
  const refused = await runTripwire(['run', '--', 'true'], '', at.env);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('a Tripwire already runs on this data folder');
  expect(readdirSync(at.data).filter((name) => name.startsWith('journal.db'))).toEqual([]);
  busy.process.kill('SIGCONT');
  await expect.poll(() => statusOf(busy.url, 'worker'), patient).toBe(200);
  expect((await runTripwire(['run', '--', 'true'], '', at.env)).code).toBe(0);
});

test('a server that stood still while another took over sends nothing on when it wakes up', async () => {
  const url = await newDatabase();
  const [first, second] = [await home(), await home()];
  const frozen = await serve(first, url);
  expect(await statusOf(frozen.url, 'worker')).toBe(200);
  frozen.process.kill('SIGSTOP');
  // Its kernel takes the request; it is read when the server wakes up.
  const asked = askAs(frozen.url, 'worker');
  const other = await serve(second, url);
  await other.api('/api/stop-all', { why: 'enough' });
  const before = first.provider.requests.length;
  frozen.process.kill('SIGCONT');
  expect((await asked).status).not.toBe(200);
  expect(await statusOf(frozen.url, 'new')).not.toBe(200);
  await expect.poll(() => health(frozen.adminUrl), patient).toBe(503);
  expect(first.provider.requests).toHaveLength(before);
  await frozen.printed(/another Tripwire serves/);
});

verifies(
  'X10',
  'without its database a server and a node of a fleet refuse within their leases, say so, and go on by themselves',
  async () => {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.remove());
    cluster.createDatabase('served');
    cluster.createDatabase('shared');
    const [first, second] = [await home(), await home()];
    const server = await serve(first, cluster.url('served'));
    const node = await serve(second, cluster.url('shared'), ['--fleet']);
    const both = [
      { at: first, running: server, says: /did not renew the lease/ },
      { at: second, running: node, says: /the lease of this node of the fleet/ },
    ];
    for (const { running } of both) {
      await expect.poll(() => statusOf(running.url, 'worker'), patient).toBe(200);
      await expect.poll(() => health(running.adminUrl), patient).toBe(200);
    }
    await cluster.kill();
    for (const { at, running, says } of both) {
      await expect.poll(() => health(running.adminUrl), patient).toBe(503);
      const before = at.provider.requests.length;
      const answer = await askAs(running.url, 'worker');
      expect(answer.status).not.toBe(200);
      expect(answer.body).toMatch(/cannot record, so nothing passes/);
      expect(at.provider.requests).toHaveLength(before);
      await running.printed(says);
    }
    await cluster.start();
    for (const { running } of both) {
      await expect.poll(() => statusOf(running.url, 'worker'), patient).toBe(200);
      await expect.poll(() => health(running.adminUrl), patient).toBe(200);
    }
  },
);

test('an address with a password, or of another database, is refused with what to do', async () => {
  const at = await home();
  const up = (url: string) => runTripwire(['up', '--store', url], '', at.env);
  const withPassword = await up('postgres://me:secret@127.0.0.1/x');
  expect(withPassword).toMatchObject({ code: 2 });
  expect(withPassword.stderr).toMatch(/PGPASSWORD/);
  expect(withPassword.stderr).not.toMatch(/secret/);
  expect((await up('mysql://127.0.0.1/x')).stderr).toMatch(/must be postgres:/);
});
