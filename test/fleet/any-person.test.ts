/**
 * The control plane on any node, with three servers started by the command: a person signs in on one and works on
 * another, what is asked on one is answered on another, an alert that was seen is seen on all and sent once.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Approval } from '../../src/control/api/client.ts';
import { startReceiver } from '../control/receiver.ts';
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
const APPROVALS = `approvals:
  - { name: dear, agents: ['dear*'], spending: { usd_per_call: 0.000001 }, lapse_seconds: 600 }
`;

describe('people on three nodes', () => {
  let url = '';
  const homes: Home[] = [];
  const servers: RunningTripwire[] = [];
  const node = (at: number) => servers[at] as RunningTripwire;
  const tokenOf = (at: number) =>
    readFileSync(join(homes[at]?.data ?? '', 'admin-token'), 'utf8').trim();
  const nodes = (at: number) => node(at).api<Answer<'GET /api/nodes'>>('/api/nodes');

  beforeAll(async () => {
    url = await newDatabase();
    homes.push(...(await Promise.all([newHome(), newHome(), newHome()])));
    for (const home of homes) {
      home.configure(APPROVALS);
      servers.push(await startTripwire(home, ['--store', url, '--fleet']));
    }
  }, 300_000);

  afterAll(async () => {
    for (const server of servers) server.process.kill('SIGKILL');
    await Promise.all(homes.map((home) => home.provider.close()));
  });

  /** Asks node `at` with a session's headers. */
  const as = async (signed: Signed, at: number, path: string, method = 'GET', body?: object) =>
    fetch(`${node(at).adminUrl}${path}`, {
      method,
      headers: { ...signed, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const signIn = (at: number, how: object) => signedIn(node(at).adminUrl, how);

  test('every node lists all, with version, lease, load and what it has not confirmed', async () => {
    for (const at of [0, 1, 2]) {
      await expect
        .poll(
          async () => (await nodes(at)).map(({ behind, lease_ms: ms }) => behind === 0 && ms > 0),
          patient,
        )
        .toEqual([true, true, true]);
      const found = await nodes(at);
      expect(new Set(found.map(({ version }) => version)).size).toBe(1);
      expect(found.map(({ this_node: isThis }) => isThis)).toEqual(
        [0, 1, 2].map((one) => one === at),
      );
      expect(found.map(({ leads }) => leads)).toEqual([true, false, false]);
    }
    const { stdout } = await runTripwire(['status'], '', homes[1]?.env ?? {});
    expect(stdout).toMatch(/NODE +VERSION +LEASE +CALLS OPEN +UNCONFIRMED/);
    expect(stdout.match(/the Tripwire on .+ \(process \d+\)/g)).toHaveLength(3);
    expect(stdout).toMatch(/this one/);
  });

  test('who signs in on one node works on another, and signs out of all', async () => {
    const signed = await signIn(0, { token: tokenOf(0), name: 'ada' });
    for (const at of [1, 2, 0]) {
      const answer = await as(signed, at, '/api/session');
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ name: 'ada', role: 'admin' });
    }
    // The second secret counts there, too: with the cookie alone nothing is changed.
    const { 'x-csrf-token': _, ...cookie } = signed;
    expect((await as(cookie as Signed, 1, '/api/stop-all', 'POST', {})).status).toBe(403);
    expect((await as(signed, 1, '/api/agents', 'POST', { name: 'made-on-1' })).status).toBe(201);
    expect((await as(signed, 2, '/api/session', 'DELETE')).status).toBe(200);
    for (const at of [0, 1, 2]) expect((await as(signed, at, '/api/session')).status).toBe(401);
  });

  test('a sign-in link of one node signs in on another, once in all', async () => {
    const { url: link } = await node(0).api<{ url: string }>('/api/session/link', {});
    const code = new URL(link).hash.replace('#code=', '');
    const tries = await Promise.all(
      [1, 2, 0].map(async (at) => {
        const answer = await fetch(`${node(at).adminUrl}/api/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ code }),
        });
        return answer.status;
      }),
    );
    expect(tries.toSorted((one, other) => one - other)).toEqual([201, 401, 401]);
  });

  test('a token and its sessions are taken back on all nodes at once', async () => {
    const { token, id } = await node(0).api<{ token: string; id: string }>('/api/tokens', {
      name: 'bob',
      role: 'viewer',
    });
    const signed = await signIn(1, { token });
    expect((await as(signed, 2, '/api/status')).status).toBe(200);
    const removed = await fetch(`${node(0).adminUrl}/api/tokens/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${tokenOf(0)}` },
    });
    expect(removed.status).toBe(200);
    for (const at of [0, 1, 2]) expect((await as(signed, at, '/api/status')).status).toBe(401);
  });

  test('what is asked on one node is granted on another, and the yes lets one call through wherever it comes', async () => {
    const asked = (at: number) => homes[at]?.provider.requests.length ?? 0;
    const before = [0, 1, 2].map(asked);
    const gone = new AbortController();
    const first = dear(node(0).url, gone.signal);
    const open = async (at: number) => node(at).api<readonly Approval[]>('/api/approvals');
    for (const at of [0, 1, 2]) {
      await expect
        .poll(async () => (await open(at)).map(({ agent }) => agent), patient)
        .toEqual(['dear']);
    }
    // Its client gives up and comes back to another node, whose question is the same one.
    gone.abort();
    await first;
    const again = dear(node(2).url);
    const [approval] = await open(1);
    await node(1).api(`/api/approvals/${approval?.id ?? ''}/grant`, {});
    expect(await again).toBe(200);
    expect([0, 1, 2].map(asked)).toEqual([before[0], before[1], (before[2] ?? 0) + 1]);
    // The yes is used: the next call asks anew, on every node.
    const later = new AbortController();
    const next = dear(node(1).url, later.signal);
    await expect.poll(async () => (await open(2)).length, patient).toBe(1);
    later.abort();
    await next;
    const [second] = await open(2);
    await node(2).api(`/api/approvals/${second?.id ?? ''}/refuse`, {});
    for (const at of [0, 1, 2]) expect(await dear(node(at).url)).not.toBe(200);
    expect([0, 1, 2].map(asked)).toEqual([before[0], before[1], (before[2] ?? 0) + 1]);
  });

  test('of several that use one yes at the same moment on three nodes one passes', async () => {
    const sent = () => homes.reduce((sum, { provider }) => sum + provider.requests.length, 0);
    const waits = [0, 1, 2].map((at) => dear(node(at).url, undefined, 'dear-2'));
    const open = async (at: number) => node(at).api<readonly Approval[]>('/api/approvals');
    const own = async () => (await open(0)).filter(({ agent }) => agent === 'dear-2');
    await expect.poll(async () => (await own()).length, patient).toBe(1);
    const before = sent();
    const [approval] = await own();
    await node(0).api(`/api/approvals/${approval?.id ?? ''}/grant`, {});
    await expect.poll(sent, patient).toBe(before + 1);
    // The others ask anew, and are answered with no.
    await expect.poll(async () => (await own()).length, patient).toBe(1);
    const [another] = await own();
    await node(1).api(`/api/approvals/${another?.id ?? ''}/refuse`, {});
    const statuses = await Promise.all(waits);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(sent()).toBe(before + 1);
  });

  test('an alert is sent once, and one that is acknowledged on a node is so on all', async () => {
    const receiver = await startReceiver();
    const made = await node(1).api<{ id?: string }>('/api/alert-channels', {
      name: 'hook',
      enabled: true,
      allow_private: true,
      target: { kind: 'webhook', url: receiver.url },
    });
    expect(made.id).toBeTypeOf('string');
    for (const at of [0, 2]) {
      const channels = () => node(at).api<readonly { id: string }[]>('/api/alert-channels');
      await expect
        .poll(async () => (await channels()).map(({ id }) => id), patient)
        .toEqual([made.id]);
    }
    await expect.poll(async () => (await askAs(node(2).url, 'noisy')).status, patient).toBe(200);
    const shown = async (at: number) =>
      (await node(at).api<Answer<'GET /api/alerts'>>('/api/alerts?state=open')).filter(
        ({ rule }) => rule === 'stop_all',
      );
    const stopped = await node(2).api<{ recorded: boolean }>('/api/stop-all', { why: 'enough' });
    expect(stopped).toMatchObject({ recorded: true });
    for (const at of [0, 1, 2]) {
      await expect
        .poll(async () => (await shown(at)).map(({ state }) => state), patient)
        .toEqual(['firing']);
    }
    const told = () =>
      receiver.received.flatMap(
        ({ body }) => /"rule":"stop_all".*"state":"(\w+)"/.exec(body)?.[1] ?? [],
      );
    await expect.poll(told, patient).toEqual(['firing']);
    const [alert] = await shown(1);
    await node(1).api(`/api/alerts/${alert?.id ?? ''}/acknowledge`, {});
    for (const at of [1, 0, 2]) {
      expect((await shown(at)).map(({ state }) => state)).toEqual(['acknowledged']);
    }
    await expect.poll(told, patient).toEqual(['firing', 'acknowledged']);
    // What the node that sends alerts tells goes on from what was acknowledged elsewhere.
    await node(2).api('/api/resume-all', { why: 'fine' });
    await expect.poll(told, patient).toEqual(['firing', 'acknowledged', 'resolved']);
    for (const at of [0, 1, 2]) expect(await shown(at)).toEqual([]);
  });

  test('the journal is judged again in the database itself, while the nodes serve it', async () => {
    await expect.poll(async () => (await askAs(node(0).url, 'again')).status, patient).toBe(200);
    const env = { ...(homes[0] as Home).env, TRIPWIRE_STORE: url };
    const replayed = await runTripwire(['replay', url], '', env);
    expect(replayed.stdout).toMatch(/^again: parity: \d+ records give the same decisions/m);
    expect(replayed.code).toBe(0);
    const tested = await runTripwire(['backtest', 'again', '--threshold', '5', '--json'], '', env);
    expect(tested.code).toBe(0);
    expect(JSON.parse(tested.stdout)).toMatchObject({ agent: 'again' });
  }, 300_000);

  test('a command under a node reads the journal that this node names, wherever the settings say that it is', async () => {
    const ran = await runTripwire(['run', '--', 'true'], '', (homes[0] as Home).env);
    expect(ran.stderr).toContain(`process ${String(node(0).process.pid)}`);
    expect(ran.code, ran.stderr).toBe(0);
  }, 300_000);

  test('settings that are changed on one node are in force on all, also after a restart', async () => {
    const change = (at: number, path: string, method: string, body: object) =>
      fetch(`${node(at).adminUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokenOf(at)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
    const wanted = { budget_usd_per_day: 3, retention_days: 9 };
    expect((await change(1, '/api/settings', 'PATCH', wanted)).status).toBe(200);
    expect((await change(2, '/api/arm', 'POST', { shadow: false })).status).toBe(200);
    const inForce = async (at: number) => {
      const { budget_usd_per_day: budget, retention } =
        await node(at).api<Answer<'GET /api/settings'>>('/api/settings');
      return [budget, retention.days];
    };
    for (const at of [0, 1, 2]) expect(await inForce(at)).toEqual([3, 9]);
    // An agent that comes to another node for the first time has them.
    await node(0).api('/api/agents', { name: 'newcomer' });
    const newcomer = async (at: number) => {
      const agent = await node(at).api<Answer<'GET /api/agents/:id'>>('/api/agents/newcomer');
      return [agent.kill_switch.enabled, agent.budgets.map(({ limit, unit }) => [limit, unit])];
    };
    expect(await newcomer(0)).toEqual([true, [[3, 'usd']]]);
    const env = { ...(homes[2] as Home).env };
    expect(await node(2).end()).toBe(0);
    expect((await change(0, '/api/settings', 'PATCH', { retention_days: 11 })).status).toBe(200);
    servers[2] = await startTripwire({ ...(homes[2] as Home), env }, ['--store', url, '--fleet']);
    for (const at of [0, 1, 2]) expect(await inForce(at)).toEqual([3, 11]);
    expect(readFileSync(join(homes[2]?.data ?? '', 'tripwire.yaml'), 'utf8')).toMatch(/days: 11/);
  });

  /** A call that a rule asks about. */
  async function dear(base: string, signal?: AbortSignal, agent = 'dear'): Promise<number | null> {
    const sent = fetch(`${base}/agents/${agent}/anthropic/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      body: JSON.stringify({
        model: 'claude-sonnet-4-5',
        max_tokens: 50,
        messages: [{ role: 'user', content: 'Where is the cat?' }],
      }),
      ...(signal === undefined ? {} : { signal }),
    });
    return sent.then(
      ({ status }) => status,
      () => null,
    );
  }
});

interface Signed extends Record<string, string> {
  readonly cookie: string;
  readonly 'x-csrf-token': string;
}

async function signedIn(adminUrl: string, how: object): Promise<Signed> {
  const answer = await fetch(`${adminUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(how),
  });
  expect(answer.status).toBe(201);
  const { csrf_token: csrf } = (await answer.json()) as { csrf_token: string };
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrf };
}
