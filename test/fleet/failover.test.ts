/**
 * The database of a running fleet fails over to its standby, or may only be read for a while: the nodes refuse with words,
 * go on by themselves, and nothing that was acknowledged is lost. Where the standby lacks acknowledged rows, nobody goes on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultProxy, type FaultProxy } from '../../src/testing/index.ts';
import { chat } from '../crash/server-client.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { checkJournal } from './journal-check.ts';
import { startPostgres, startStandby, type PostgresCluster } from './postgres-cluster.ts';
import { askOnce } from './shared-postgres.ts';

const patient = { timeout: 120_000, interval: 50 };
const DATABASE = 'served';
const PAUSE_MS = 20;

interface Served {
  readonly primary: PostgresCluster;
  readonly standby: PostgresCluster;
  /** The one address that nodes know; behind it is whoever is the primary. */
  readonly way: FaultProxy;
  readonly homes: readonly Home[];
  readonly nodes: readonly RunningTripwire[];
}

/** Two nodes on a primary with a standby. */
async function served(isSynchronous: boolean): Promise<Served> {
  const names = isSynchronous ? { synchronous_standby_names: 'spare' } : {};
  const primary = await startPostgres({ ...names, synchronous_commit: 'local' });
  onTestFinished(() => primary.remove());
  primary.createDatabase(DATABASE);
  const standby = await startStandby(primary, 'spare');
  onTestFinished(() => standby.remove());
  await follows(primary, isSynchronous ? 'sync' : 'async');
  const database = primary.url(DATABASE);
  await askOnce(database, `ALTER DATABASE ${DATABASE} SET synchronous_commit = on`);
  const way = await startFaultProxy({ port: primary.port });
  onTestFinished(() => way.close());
  const url = new URL(database);
  url.port = String(way.port);
  const homes = await Promise.all([newHome(), newHome()]);
  const nodes: RunningTripwire[] = [];
  for (const home of homes) {
    const node = await startTripwire(home, ['--store', url.href, '--fleet']);
    nodes.push(node);
    onTestFinished(async () => {
      node.process.kill('SIGKILL');
      await home.provider.close();
    });
  }
  return { primary, standby, way, homes, nodes };
}

async function follows(primary: PostgresCluster, how: string): Promise<void> {
  const sql = 'SELECT sync_state FROM pg_stat_replication';
  const state = async () => (await askOnce(primary.url('postgres'), sql))[0]?.['sync_state'];
  await expect.poll(state, patient).toBe(how);
}

const statusOf = async (node: RunningTripwire, agent: string) =>
  (await askAs(node.url, agent)).status;
const health = async (node: RunningTripwire) => (await fetch(`${node.adminUrl}/healthz`)).status;
const serves = async (node: RunningTripwire, agent: string) => {
  await expect.poll(() => statusOf(node, agent), patient).toBe(200);
};

/** Refuses with these words, says so where it is looked after, and sends nothing on. */
async function refuses(node: RunningTripwire, home: Home, words: RegExp): Promise<void> {
  const said = async () => (await askAs(node.url, 'worker')).body;
  await expect.poll(said, patient).toMatch(words);
  await expect.poll(() => health(node), patient).toBe(503);
  const before = home.provider.requests.length;
  expect(await statusOf(node, 'worker')).not.toBe(200);
  expect(home.provider.requests).toHaveLength(before);
}

/** Agents that work on every node until they are told to end; the sessions that were answered, of each. */
function working({ nodes }: Served, agents: readonly string[]) {
  const answered = new Map<string, string[]>(agents.map((agent) => [agent, []]));
  const ending = new AbortController();
  const work = async (agent: string) => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const { status, session } = await chat(nodes[turn % nodes.length]?.url ?? '', agent);
      if (status === 200) answered.get(agent)?.push(session);
      else await delay(PAUSE_MS);
    }
  };
  const all = agents.map(work);
  return {
    answered,
    least: () => Math.min(...[...answered.values()].map(({ length }) => length)),
    end: async () => {
      ending.abort();
      await Promise.all(all);
    },
  };
}

test('a synchronous standby is promoted under a running fleet: it refuses meanwhile, goes on by itself, and lost nothing', async () => {
  const fleet = await served(true);
  const { primary, standby, way, homes, nodes } = fleet;
  const [one, other] = nodes as [RunningTripwire, RunningTripwire];
  for (const node of nodes) await serves(node, 'worker');
  await serves(one, 'stopped');
  const act = { why: 'enough' };
  expect(await one.api('/api/agents/stopped/deactivate', act)).toMatchObject({ recorded: true });
  const load = working(fleet, ['busy-1', 'busy-2']);
  await expect.poll(load.least, patient).toBeGreaterThan(5);

  await primary.kill();
  // The address leads to the standby before it is promoted: nothing can be written there.
  way.serverPort = standby.port;
  way.breakAll('reset');
  for (const [at, node] of nodes.entries()) {
    await refuses(node, homes[at] as Home, /may only be read|cannot record/);
  }
  await load.end();
  await one.printed(/may only be read: it is a standby/);
  standby.promote();
  for (const node of nodes) {
    await serves(node, 'worker');
    await expect.poll(() => health(node), patient).toBe(200);
  }
  expect(await statusOf(other, 'stopped')).not.toBe(200);
  const admitted = await checkJournal(standby.url(DATABASE));
  for (const [agent, sessions] of load.answered) {
    const recorded = new Set(admitted.get(agent));
    expect(sessions.filter((session) => !recorded.has(session))).toEqual([]);
  }
  expect(await other.api('/api/agents/stopped/activate', act)).toMatchObject({ recorded: true });
  await serves(one, 'stopped');
}, 600_000);

test('a database that may only be read for a while is refused with words, and goes on by itself', async () => {
  const { primary, homes, nodes } = await served(false);
  for (const node of nodes) await serves(node, 'worker');
  const admin = primary.url('postgres');
  const readOnly = async (mode: string) => {
    await askOnce(admin, `ALTER SYSTEM SET default_transaction_read_only = ${mode}`);
    await askOnce(admin, 'SELECT pg_reload_conf()');
  };
  await readOnly('on');
  for (const [at, node] of nodes.entries()) {
    await refuses(node, homes[at] as Home, /may only be read|cannot record/);
    await node.printed(/may only be read/);
  }
  await readOnly('off');
  for (const node of nodes) await serves(node, 'worker');
  await checkJournal(primary.url(DATABASE));
}, 600_000);

test('where the standby lacks what was acknowledged, running nodes refuse and say so', async () => {
  const { primary, standby, way, homes, nodes } = await served(false);
  const [one, other] = nodes as [RunningTripwire, RunningTripwire];
  for (const node of nodes) await serves(node, 'worker');
  await serves(one, 'stopped');
  await standby.kill();
  const act = { why: 'enough' };
  expect(await one.api('/api/agents/stopped/deactivate', act)).toMatchObject({ recorded: true });
  await primary.kill();
  await standby.start();
  standby.promote();
  way.serverPort = standby.port;
  way.breakAll('reset');
  for (const [at, node] of nodes.entries()) {
    await refuses(node, homes[at] as Home, /older than what this (node|process) has seen/);
  }
  expect(await statusOf(other, 'stopped')).not.toBe(200);
}, 600_000);
