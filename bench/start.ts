/**
 * `npm run bench:start`: how long a server takes to start on a journal of a million rows of 10,000 agents.
 *
 * The journal is made by a gate, call by call, which takes minutes; `KEEP=FOLDER` keeps it for the next run. Then
 * `tripwire up` is started several times as it is installed, and each time measured from its start until it says that it
 * is ready: by the clock, by its processor time, and what it holds in memory then.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../src/config/index.ts';
import { startServer, type RunningServer } from '../src/server/start.ts';
import { temporaryFolder } from '../test/kit/temporary-folder.ts';

const AGENTS = Number(process.env['AGENTS'] ?? 10_000);
const CALLS = Number(process.env['CALLS'] ?? 50);
const STARTS = Number(process.env['STARTS'] ?? 5);
const AT_ONCE = 200;
const TICKS_A_SECOND = 100;
const NO_MATTER = { estimateTokens: 10, waitMs: 0 };

async function call({ gate }: RunningServer, index: number): Promise<void> {
  const agent = `agent-${String(index).padStart(5, '0')}`;
  const admission = await gate.admit({ agent, session: 's', purpose: 'step', ...NO_MATTER });
  if (!admission.allowed) throw new Error(`${agent} was refused: ${admission.refusal.reason}`);
  await admission.call.finish({ status: 'SUCCESS', latencyMs: 5, tokens: 20, cachedTokens: 0 });
}

/** A server's home with a journal in it, as many calls of as many agents as are asked for. */
async function journalIn(home: string): Promise<void> {
  if (existsSync(join(home, '.tripwire', 'journal.db'))) return;
  const data = join(home, '.tripwire');
  const config = loadConfig({ env: {}, home, flags: { data, port: 0, adminPort: 0 } });
  const server = await startServer({ config, env: {}, log: () => undefined });
  try {
    for (let round = 0; round < CALLS; round += 1) {
      for (let from = 0; from < AGENTS; from += AT_ONCE) {
        const many = Math.min(AT_ONCE, AGENTS - from);
        await Promise.all(Array.from({ length: many }, (_, index) => call(server, from + index)));
      }
    }
  } finally {
    await server.close();
  }
}

interface Start {
  readonly wallMs: number;
  readonly processorMs: number;
  readonly megabytes: number;
}

/** One start of the command, until it says that it listens. */
async function started(home: string): Promise<Start> {
  const command = fileURLToPath(new URL('../bin/tripwire', import.meta.url));
  const args = ['up', '--json', '--port', '0', '--admin-port', '0'];
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, CI: 'true' };
  const beganAt = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('\n')) break;
    }
    const wallMs = performance.now() - beganAt;
    return { wallMs, ...used(child.pid ?? 0) };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

/** Processor time of a process so far, and its memory. */
function used(pid: number): Omit<Start, 'wallMs'> {
  const [, behind = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = behind.split(' ').slice(11, 13).map(Number);
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return {
    processorMs: (((user ?? 0) + (system ?? 0)) * 1_000) / TICKS_A_SECOND,
    megabytes: Number(resident?.[1] ?? 0) / 1_024,
  };
}

function told(name: string, unsorted: readonly number[]): string {
  const sorted = unsorted.toSorted((one, other) => one - other);
  const [least = 0, median = 0, most = 0] = [
    sorted[0],
    sorted[Math.floor(sorted.length / 2)],
    sorted.at(-1),
  ];
  return [name.padEnd(20), ...[least, median, most].map((one) => one.toFixed(0).padStart(8))].join(
    '',
  );
}

const kept = process.env['KEEP'];
const home = kept === undefined ? temporaryFolder('start') : resolve(kept);
const empty = temporaryFolder('start');
await journalIn(home);
for (const [name, at] of [
  ['an empty journal', empty],
  [`${AGENTS} agents, ${CALLS} calls each`, home],
] as const) {
  const starts: Start[] = [];
  for (let index = 0; index < STARTS; index += 1) starts.push(await started(at));
  console.log(`${name}: ${STARTS} starts; least, median, most`);
  console.log(
    told(
      '  ms by the clock',
      starts.map(({ wallMs }) => wallMs),
    ),
  );
  console.log(
    told(
      '  ms of processor',
      starts.map(({ processorMs }) => processorMs),
    ),
  );
  console.log(
    told(
      '  MB of memory',
      starts.map(({ megabytes }) => megabytes),
    ),
  );
}
rmSync(empty, { recursive: true });
