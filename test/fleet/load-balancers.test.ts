/**
 * `deploy/haproxy.cfg` and `deploy/nginx.conf` as they are, with other addresses, before three nodes: an agent stays on its
 * node, agents are spread, and those of a node that was killed are served by another. A person who signs in works on all nodes.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { installBalancer, type BalancerName } from '../../scripts/install-balancer.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { newDatabase } from './shared-postgres.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const AGENTS = Array.from({ length: 12 }, (_, at) => `agent-${at}`);
const patient = { timeout: 120_000, interval: 100 };

/** How each is started with a configuration. */
const BALANCERS = {
  haproxy: { file: 'haproxy.cfg', args: (file: string) => ['-db', '-f', file] },
  nginx: {
    file: 'nginx.conf',
    args: (file: string, folder: string) => [
      '-p',
      folder,
      '-c',
      file,
      '-g',
      `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};`,
    ],
  },
} as const;

/** Where a balancer listens: for agents and for people. */
interface Balanced {
  readonly url: string;
  readonly adminUrl: string;
}

/** The configuration with these ports, and those of the nodes, in the place of its own addresses. */
function configured(
  file: string,
  [agents, people]: readonly [number, number],
  nodes: readonly RunningTripwire[],
): string {
  const text = readFileSync(join(DEPLOY, file), 'utf8');
  const portOf = (url: string) => new URL(url).port;
  return nodes
    .reduce((whole, { url, adminUrl }, at) => {
      const own = new RegExp(`10\\.0\\.0\\.${at + 1}:4180( port 4181)?`);
      const admin = `127.0.0.1:${portOf(adminUrl)}`;
      return whole
        .replace(own, (_, check: string | undefined) =>
          [`127.0.0.1:${portOf(url)}`, ...(check ? [` port ${portOf(adminUrl)}`] : [])].join(''),
        )
        .replace(`10.0.0.${at + 1}:4181`, admin);
    }, text)
    .replace('127.0.0.1:4180', `127.0.0.1:${agents}`)
    .replace('127.0.0.1:4181', `127.0.0.1:${people}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe.each(['haproxy', 'nginx'] as const)('%s', (name) => {
  const homes: Home[] = [];
  const nodes: RunningTripwire[] = [];

  let program = '';

  beforeAll(async () => {
    program = installBalancer(name, (line) => process.stderr.write(`tripwire: ${line}\n`));
    const url = await newDatabase();
    for (let at = 0; at < 3; at += 1) {
      const home = await newHome();
      homes.push(home);
      nodes.push(await startTripwire(home, ['--store', url, '--fleet']));
    }
  }, 300_000);

  afterAll(async () => {
    for (const node of nodes) node.process.kill('SIGKILL');
    await Promise.all(homes.map((home) => home.provider.close()));
  });

  test('keeps an agent on its node, spreads agents, and goes round a node that is gone', async () => {
    const { url, adminUrl } = await balanced(name, program, nodes);
    for (const agent of AGENTS) await passes(url, agent);
    const counted = () => homes.map(({ provider }) => provider.requests.length);
    const before = counted();
    const perAgent: number[] = [];
    for (const agent of AGENTS) {
      const from = counted();
      for (let turn = 0; turn < 3; turn += 1) await passes(url, agent);
      const used = counted().flatMap((now, at) => (now > (from[at] ?? 0) ? [at] : []));
      expect(used, agent).toHaveLength(1);
      perAgent.push(...used);
    }
    // Not all on one; a node that got none of twelve is possible, two are not likely.
    expect(new Set(perAgent).size).toBeGreaterThan(1);
    expect(counted()).not.toEqual(before);

    const signed = await signedIn(adminUrl, homes[0] as Home);
    const nodesShown = async () => {
      const answer = await fetch(`${adminUrl}/api/nodes`, { headers: signed });
      return answer.ok ? ((await answer.json()) as { this_node: boolean; name: string }[]) : [];
    };
    const reached = new Set<string>();
    const reachesAll = async () => {
      reached.add((await nodesShown()).find((node) => node.this_node)?.name ?? '');
      return reached.size >= nodes.length;
    };
    await expect.poll(reachesAll, patient).toBe(true);
    const [stopped = ''] = AGENTS;
    const act = await fetch(`${adminUrl}/api/agents/${stopped}/deactivate`, {
      method: 'POST',
      headers: { ...signed, 'content-type': 'application/json' },
      body: JSON.stringify({ why: 'enough' }),
    });
    expect(act.status).toBe(200);
    const asked = counted();
    expect((await askAs(url, stopped)).status).not.toBe(200);
    expect(counted()).toEqual(asked);

    await nodes[perAgent[0] ?? 0]?.end('SIGKILL');
    for (const agent of AGENTS.slice(1)) await passes(url, agent);
    await expect.poll(async () => (await nodesShown()).length, patient).toBeGreaterThan(0);
    expect((await askAs(url, stopped)).status).not.toBe(200);
  }, 300_000);
});

/** Starts the balancer on a free port; it ends with the test. */
async function balanced(
  name: BalancerName,
  program: string,
  nodes: readonly RunningTripwire[],
): Promise<Balanced> {
  const { file, args } = BALANCERS[name];
  const [agents, people] = [await freePort(), await freePort()];
  const folder = temporaryFolder(name);
  const own = join(folder, file);
  writeFileSync(own, configured(file, [agents, people], nodes));
  const running: ChildProcess = spawn(program, args(own, folder), { stdio: 'inherit' });
  onTestFinished(async () => {
    if (running.exitCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGTERM');
    await gone;
  });
  return { url: `http://127.0.0.1:${agents}`, adminUrl: `http://127.0.0.1:${people}` };
}

/** A node of a busy machine may stand still for a moment, and says so. */
async function passes(url: string, agent: string): Promise<void> {
  const status = () =>
    askAs(url, agent, 'no-key', `Who are you? ${performance.now()}`).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status, patient).toBe(200);
}

/** Signs in with the token of one node; the headers that a browser then sends. */
async function signedIn(
  adminUrl: string,
  { data }: Home,
): Promise<Readonly<Record<string, string>>> {
  const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  const answer = await fetch(`${adminUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: 'ada' }),
  });
  expect(answer.status).toBe(201);
  const { csrf_token: csrf } = (await answer.json()) as { csrf_token: string };
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrf };
}
