/**
 * A node with a watchdog that stands still: by the time that a stop on another node is acknowledged it is gone, so it sends
 * nothing more when somebody wakes it up. One that works, or waits for its database, is left alone.
 */
import { spawnSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { startPostgres } from './postgres-cluster.ts';
import { newDatabase } from './shared-postgres.ts';

const patient = { timeout: 90_000, interval: 100 };
const homes: Home[] = [];
const servers: RunningTripwire[] = [];

async function startNode(url: string, settings: string): Promise<RunningTripwire> {
  const home = await newHome();
  homes.push(home);
  home.configure(settings);
  const server = await startTripwire(home, ['--store', url]);
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) server.process.kill('SIGKILL');
  await Promise.all(homes.splice(0).map((home) => home.provider.close()));
});

test('a node that stands still is ended before a stop is acknowledged, and says why', async () => {
  const url = await newDatabase();
  const frozen = await startNode(url, 'fleet: on\nwatchdog: on\n');
  const other = await startNode(url, 'fleet: on\n');
  await expect.poll(async () => (await askAs(frozen.url, 'worker')).status, patient).toBe(200);
  frozen.process.kill('SIGSTOP');
  const late = askAs(frozen.url, 'worker').catch(() => null);
  await other.api('/api/agents/worker/deactivate', { why: 'enough' });
  const asked = homes[0]?.provider.requests.length;
  await expect.poll(() => frozen.process.signalCode, patient).toBe('SIGKILL');
  expect(await late).toBeNull();
  expect(homes[0]?.provider.requests).toHaveLength(asked ?? -1);
  await frozen.printed(/stood still when its lease ended, so the watchdog ended it/);
  expect((await askAs(other.url, 'worker')).status).not.toBe(200);
}, 120_000);

test('a node whose database goes away and comes back is not ended, and nor is one that ends by itself', async () => {
  const cluster = await startPostgres();
  cluster.createDatabase('away');
  const node = await startNode(cluster.url('away'), 'fleet: on\nwatchdog: on\n');
  expect((await askAs(node.url, 'worker')).status).toBe(200);
  await cluster.kill();
  const health = async () => (await fetch(`${node.adminUrl}/healthz`)).status;
  await expect.poll(health, patient).toBe(503);
  await cluster.start();
  await expect.poll(health, patient).toBe(200);
  expect((await askAs(node.url, 'worker')).status).toBe(200);
  expect(await node.end()).toBe(0);
  expect(node.output()).not.toMatch(/watchdog/);
  await cluster.remove();
}, 180_000);

test('without a database there is no lease to watch, and the setting is refused', async () => {
  const home = await newHome();
  homes.push(home);
  home.configure('watchdog: on\n');
  const refused = await runTripwire(['up', '--port', '0', '--admin-port', '0'], '', home.env);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/watchdog.+needs store/);
});

// Only root makes a container of processes.
test.runIf(process.getuid?.() === 0)(
  'the first process of a container cannot be killed from within, so the setting is refused there',
  async () => {
    const home = await newHome();
    homes.push(home);
    home.configure('watchdog: on\n');
    const store = 'postgres://nobody@127.0.0.1:1/nothing';
    const up = ['--pid', '--fork', 'bin/tripwire', 'up', '--store', store];
    const { status, stderr } = spawnSync('unshare', up, { env: home.env, encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/process 1 of its container.+shareProcessNamespace/);
  },
);
