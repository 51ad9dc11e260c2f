/**
 * A server, and a night under it, both started by the real command; the worker is a program that the test gives.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { NightState } from '../../src/night/index.ts';
import { jobProcesses } from '../kit/job-processes.ts';
import { namedToken } from '../kit/named-token.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire, type RunningTripwire } from '../kit/running-tripwire.ts';

/** The command. */
export const launcher = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const WAIT_MS_MAX = 120_000;
const QUIET_MS = 300;
const REST_MS = 1_000;

/** Starts a tool in a session of its own that ticks, asks its model as often as a file says, and waits for the end. */
const WORKER = `
  import { spawn } from 'node:child_process';
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  appendFileSync('turns.txt', 'turn\\n');
  spawn('sh', ['-c', 'while :; do echo tick >> ticks.txt; sleep 0.05; done'], { detached: true, stdio: 'ignore' });
  const task = 'Demonstration: play the looping agent, in 9 steps.';
  const messages = [{ role: 'user', content: task }];
  for (let step = 0; step < Number(process.argv[1]); step += 1) {
    const answer = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      body: JSON.stringify({ model: 'm', max_tokens: 9, messages }),
    });
    const { content = [] } = await answer.json();
    const results = content.filter((one) => one.type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'FAIL 401' }));
    messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  }
  setInterval(() => { if (existsSync('finish')) { console.log('TASK_COMPLETE'); process.exit(0); } }, 20);
`;

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const limit = { timeout: WAIT_MS_MAX, interval: 20 };
  await expect.poll(isSo, { ...limit, message: `not in time: ${what}` }).toBe(true);
}

interface NightSetting {
  /** How often the worker asks its model. */
  readonly steps?: number;
  /** Lines of tripwire.yaml. */
  readonly settings?: string;
  /** What is done at the server before the night begins. */
  readonly prepare?: (server: RunningTripwire) => Promise<unknown>;
  readonly task?: string;
  /** What the worker is told on its command line; left out, how often it asks. */
  readonly words?: readonly string[];
  /** The whole command line of the worker, in place of a program for Node. */
  readonly command?: readonly string[];
  /** A program in place of the usual one, or lines that run beside it. */
  readonly worker?: string;
  readonly beside?: string;
  /** Files of the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Variables of the command that supervises. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server, and a night under it whose worker begins. */
export async function nightUnderServer({
  steps = 0,
  settings = '',
  prepare = () => Promise.resolve(),
  task = 'Tick.',
  worker = WORKER,
  beside = '',
  files = {},
  words = [String(steps)],
  command,
  env: more = {},
}: NightSetting = {}) {
  const at = await newHome();
  if (settings !== '') at.configure(settings);
  const project = join(at.home, 'project');
  mkdirSync(project);
  const file = (name: string) => join(project, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text);
  }
  onTestFinished(() => at.provider.close());
  const start = async (...args: string[]): Promise<RunningTripwire> => {
    const server = await startTripwire(at, args);
    onTestFinished(async () => {
      await server.end('SIGKILL');
    });
    return server;
  };
  const server = await start();
  const owner = readFileSync(join(at.data, 'admin-token'), 'utf8').trim();
  const token = await namedToken(server.adminUrl, owner);
  await prepare(server);
  const env = { ...at.env, TRIPWIRE_DIR: file('.geometry') };
  const run = supervisedRuns(project, { ...env, ...more });
  const program = [process.execPath, '--input-type=module', '-e', worker + beside, ...words];
  const begin = () => run(['--task', task], ['--', ...(command ?? program)]);
  const { child, said } = begin();
  const night = () => {
    const [id] = existsSync(file('.geometry/nights')) ? readdirSync(file('.geometry/nights')) : [];
    const state = file(`.geometry/nights/${id ?? ''}/night.json`);
    if (id === undefined || !existsSync(state)) return null;
    return JSON.parse(readFileSync(state, 'utf8')) as NightState;
  };
  return {
    server,
    data: at.data,
    env,
    /** Another night with the same task. */
    again: begin,
    start,
    resume: () => run(['--resume']),
    file,
    child,
    said,
    night,
    job: (name: string) => file(`.geometry/nights/${night()?.id ?? ''}/jobs/0001/${name}`),
    ...movement(project),
    processes: () => jobProcesses(project),
    // As a program that may release: with a token of its own.
    tripwire: (...args: string[]) => runTripwire(args, '', { ...env, TRIPWIRE_ADMIN_TOKEN: token }),
    report: (...args: string[]) => runTripwire(['report', ...args], '', env),
    held: () => night()?.moments.filter(({ kind }) => kind === 'hold' || kind === 'resumed') ?? [],
  };
}

/** Runs the command in a project; one that still runs when the test is over is ended. */
function supervisedRuns(project: string, env: Readonly<Record<string, string>>) {
  return (order: readonly string[], own: readonly string[] = []) => {
    const line = ['run', '--agent', 'ticker', ...order, ...own];
    const child = spawn(launcher, line, { env, cwd: project });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = `${said}${chunk.toString()}`.slice(-100_000);
      });
    }
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await closed;
    });
    return { child, said: () => said };
  };
}

/** Whether the worker of a project moves. */
function movement(project: string) {
  const ticks = () => statSync(join(project, 'ticks.txt'), { throwIfNoEntry: false })?.size ?? 0;
  return {
    goesOn: async () => {
      const before = ticks();
      await until(() => ticks() > before, 'it goes on');
    },
    standsStill: async () => {
      const all = () => jobProcesses(project);
      await until(() => all().length > 0 && all().every(({ isStopped }) => isStopped), 'it stands');
      const before = ticks();
      await sleep(QUIET_MS);
      expect(ticks()).toBe(before);
    },
    /** A worker that fights may move for a moment; then it stands still, and stays so. It is not ended, unless it may be. */
    comesToRest: async ({ mayEnd = false } = {}) => {
      let before = ticks();
      await until(async () => {
        before = ticks();
        await sleep(REST_MS);
        return ticks() === before && jobProcesses(project).every(({ isStopped }) => isStopped);
      }, 'it comes to rest');
      await sleep(REST_MS);
      expect(ticks()).toBe(before);
      if (!mayEnd) expect(jobProcesses(project).length).toBeGreaterThan(0);
    },
  };
}

/** What a test does with it. */
export type Night = Awaited<ReturnType<typeof nightUnderServer>>;

/** One request of the worker's agent in a session of that name. */
export async function askInSession({ url }: RunningTripwire, session: string): Promise<void> {
  await fetch(`${url}/agents/ticker/anthropic/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'claude-cli/2.1.325 (external, cli)',
      'x-claude-code-session-id': session,
    },
    body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [] }),
  });
}
