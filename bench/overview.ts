/**
 * How long people wait for what is about all agents: the overview and the lists, with 10,000 agents.
 *
 * Every agent has made a call, one in a hundred is stopped, and 200 further calls end between two looks, so that nothing
 * can be answered from a look before. Processor time of the whole process beside the clock: on a machine that others use,
 * only the first can be compared.
 */
import { join } from 'node:path';
import { loadConfig } from '../src/config/index.ts';
import { controlToken } from '../src/control/people/control-token.ts';
import { startServer, type RunningServer } from '../src/server/start.ts';
import { temporaryFolder } from '../test/kit/temporary-folder.ts';

const AGENTS = Number(process.env['TRIPWIRE_BENCH_AGENTS'] ?? 10_000);
const ROUNDS = Number(process.env['TRIPWIRE_BENCH_ROUNDS'] ?? 15);
const AT_ONCE = 200;
const CALLS_BETWEEN = 200;
const STOPPED_EVERY = 100;
const PATHS = [
  '/api/overview',
  '/api/status',
  '/api/agents',
  '/api/connect',
  '/api/approvals',
  '/api/incidents',
  '/metrics',
];

function nameOf(index: number): string {
  return `agent-${String(index).padStart(5, '0')}`;
}

async function call({ gate }: RunningServer, index: number): Promise<void> {
  const admission = await gate.admit({
    agent: nameOf(index),
    session: 's',
    purpose: 'step',
    estimateTokens: 10,
    waitMs: 0,
  });
  if (!admission.allowed) return;
  await admission.call.finish({ status: 'SUCCESS', latencyMs: 5, tokens: 20, cachedTokens: 0 });
}

async function inGroups(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - from);
    await Promise.all(Array.from({ length }, (_, index) => work(from + index)));
  }
}

interface Look {
  readonly wallMs: number;
  readonly processorMs: number;
  readonly bytes: number;
}

async function look(url: string, token: string): Promise<Look> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const bytes = (await answer.arrayBuffer()).byteLength;
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return { wallMs, processorMs: (user + system) / 1_000, bytes };
}

function told(looks: readonly Look[], of: (one: Look) => number): string {
  const sorted = looks.map(of).toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${(sorted[0] ?? 0).toFixed(1).padStart(8)} ${median.toFixed(1).padStart(8)} ${(sorted.at(-1) ?? 0).toFixed(1).padStart(8)}`;
}

const home = temporaryFolder('overview');
const data = join(home, '.tripwire');
const config = loadConfig({ env: {}, home, flags: { data, port: 0, adminPort: 0 } });
const server = await startServer({ config, env: {}, log: () => undefined });
const token = controlToken(data, {});
try {
  await inGroups(AGENTS, (index) => call(server, index));
  await inGroups(AGENTS / STOPPED_EVERY, (index) =>
    server.gate.operate({
      agent: nameOf(index * STOPPED_EVERY),
      action: 'deactivate',
      by: 'bench',
    }),
  );
  const looks = new Map(PATHS.map((path): [string, Look[]] => [path, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const path of PATHS) {
      await inGroups(CALLS_BETWEEN, (index) => call(server, (round * 997 + index * 37) % AGENTS));
      const one = await look(`${server.adminUrl}${path}`, token);
      if (round > 0) looks.get(path)?.push(one);
    }
  }
  console.log(`${AGENTS} agents, ${ROUNDS} rounds, ms: least, median, most`);
  console.log(`${'path'.padEnd(16)} ${'by the clock'.padEnd(26)} ${'processor'.padEnd(26)}     kB`);
  for (const [path, of] of looks) {
    const wall = told(of, ({ wallMs }) => wallMs);
    const processor = told(of, ({ processorMs }) => processorMs);
    const kilobytes = ((of[0]?.bytes ?? 0) / 1_000).toFixed(0).padStart(6);
    console.log(`${path.padEnd(16)} ${wall} ${processor} ${kilobytes}`);
  }
} finally {
  await server.close();
}
