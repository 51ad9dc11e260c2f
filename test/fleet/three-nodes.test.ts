/**
 * Three servers on one database, started by the command with `--fleet`: a stop on one is acknowledged when no other can
 * send anything on, also when one stands still or is killed.
 */
import { readFile } from 'node:fs/promises';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { newDatabase } from './shared-postgres.ts';

const patient = { timeout: 90_000, interval: 100 };

describe('three nodes', () => {
  let url = '';
  const homes: Home[] = [];
  const servers: RunningTripwire[] = [];
  const node = (at: number) => servers[at] as RunningTripwire;
  const asked = (at: number) => homes[at]?.provider.requests.length ?? 0;
  const statusOf = async (at: number, agent: string, key?: string) =>
    (await askAs(node(at).url, agent, key)).status;
  /** A node of a busy machine may stand still for a moment, and says so. */
  const serves = async (at: number, agent: string) => {
    await expect.poll(() => statusOf(at, agent), patient).toBe(200);
  };

  /** A node hears of an agent that another met. */
  const known = async (at: number, agent: string) => {
    const shown = async () => (await node(at).api<{ id?: string }>(`/api/agents/${agent}`)).id;
    await expect.poll(shown, patient).toBe(agent);
  };

  beforeAll(async () => {
    url = await newDatabase();
    homes.push(...(await Promise.all([newHome(), newHome(), newHome()])));
    for (const home of homes) servers.push(await startTripwire(home, ['--store', url, '--fleet']));
  }, 300_000);

  afterAll(async () => {
    for (const server of servers) server.process.kill('SIGKILL');
    await Promise.all(homes.map((home) => home.provider.close()));
  });

  test('any node serves any agent, and a server that wants the database to itself is refused', async () => {
    for (const at of [0, 1, 2]) await serves(at, 'everywhere');
    const env = {
      ...(homes[0] as Home).env,
      TRIPWIRE_STORE: url,
      TRIPWIRE_DATA: `${homes[0]?.home ?? ''}/other`,
    };
    const refused = await runTripwire(['up', '--port', '0', '--admin-port', '0'], '', env);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/a fleet serves postgres:.+--fleet/);
    const metrics = await fetch(`${node(0).adminUrl}/metrics`, {
      headers: { authorization: `Bearer ${await tokenOf(0)}` },
    });
    expect(await metrics.text()).toMatch(/tripwire_fleet_nodes 3/);
  });

  verifies(
    'X10',
    'after a stop on one node no other sends anything on, for agents old and new',
    async () => {
      await serves(1, 'worker');
      await serves(2, 'worker');
      await known(0, 'worker');
      const stopped = await node(0).api<{ recorded: boolean }>('/api/agents/worker/deactivate', {
        why: 'enough',
      });
      expect(stopped).toMatchObject({ recorded: true });
      const before = [asked(1), asked(2)];
      expect(await statusOf(1, 'worker')).not.toBe(200);
      expect(await statusOf(2, 'worker')).not.toBe(200);
      await node(0).api('/api/stop-all', { why: 'enough' });
      const all = [asked(1), asked(2)];
      expect(all).toEqual(before);
      expect(await statusOf(1, 'never-seen-1')).not.toBe(200);
      expect(await statusOf(2, 'never-seen-2')).not.toBe(200);
      expect([asked(1), asked(2)]).toEqual(all);
      await node(1).api('/api/resume-all', { why: 'fine' });
      await serves(2, 'never-seen-2');
      expect(await statusOf(2, 'worker')).not.toBe(200);
    },
  );

  test('a node that stood still sends nothing on when it wakes up, and joins again by itself', async () => {
    await serves(1, 'sleeper');
    await known(0, 'sleeper');
    node(1).process.kill('SIGSTOP');
    // Its kernel takes the request; it is read when the node wakes up.
    const late = askAs(node(1).url, 'sleeper');
    const stopped = await node(0).api<{ recorded: boolean }>('/api/agents/sleeper/deactivate', {
      why: 'enough',
    });
    expect(stopped).toMatchObject({ recorded: true });
    const before = asked(1);
    node(1).process.kill('SIGCONT');
    expect((await late).status).not.toBe(200);
    expect(await statusOf(1, 'sleeper')).not.toBe(200);
    expect(asked(1)).toBe(before);
    await serves(1, 'awake');
    expect(await statusOf(1, 'sleeper')).not.toBe(200);
  });

  test('what is taken from an agent on one node is taken on all, and the others go on without a node that was killed', async () => {
    await serves(0, 'keyed');
    const { key, id } = await node(0).api<{ key: string; id: string }>('/api/agents/keyed/keys', {
      label: 'one',
    });
    await expect.poll(() => statusOf(1, 'keyed', key), patient).toBe(200);
    await fetch(`${node(0).adminUrl}/api/keys/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${await tokenOf(0)}` },
    });
    const before = asked(1);
    expect(await statusOf(1, 'keyed', key)).not.toBe(200);
    expect(asked(1)).toBe(before);

    await node(2).end('SIGKILL');
    const stopped = await node(0).api<{ recorded: boolean }>('/api/stop-all', { why: 'enough' });
    expect(stopped).toMatchObject({ recorded: true });
    expect(await statusOf(1, 'one-more', key)).not.toBe(200);
    const { stdout } = await runTripwire(['doctor'], '', {
      ...(homes[0] as Home).env,
      TRIPWIRE_STORE: url,
    });
    expect(stdout).toMatch(/(\d+) of \1 chains verify/);
  });

  async function tokenOf(at: number): Promise<string> {
    return (await readFile(`${homes[at]?.data ?? ''}/admin-token`, 'utf8')).trim();
  }
});
