/**
 * A night's worker while its agent is stopped at the server: by a person, with all others, by the kill switch, or because
 * the server is gone. All of it stands still, tools included, and goes on where it was.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { AgentView } from '../../src/gate/index.ts';
import { readNight } from '../../src/night/index.ts';
import { jobProcesses } from '../kit/job-processes.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire, type RunningTripwire } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 240_000 });

const launcher = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const WAIT_MS_MAX = 120_000;
const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleaning.splice(0).toReversed()) await one();
});

/** Starts a tool in a session of its own that ticks, asks its model as often as a file says, and waits for the end. */
const WORKER = `
  import { spawn } from 'node:child_process';
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  appendFileSync('turns.txt', 'turn\\n');
  spawn('sh', ['-c', 'while :; do echo tick >> ticks.txt; sleep 0.02; done'], { detached: true, stdio: 'ignore' });
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

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + WAIT_MS_MAX;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`not in time: ${what}`);
    await sleep(20);
  }
}

/** A server, and a night under it whose worker has begun. */
async function nightUnderServer(
  steps = 0,
  settings = '',
  prepare: (server: RunningTripwire) => Promise<unknown> = () => Promise.resolve(),
) {
  const at = await newHome();
  if (settings !== '') at.configure(settings);
  const project = join(at.home, 'project');
  mkdirSync(project);
  const file = (name: string) => join(project, name);
  cleaning.push(() => at.provider.close());
  const start = async (...args: string[]): Promise<RunningTripwire> => {
    const server = await startTripwire(at, args);
    cleaning.push(() => server.end('SIGKILL'));
    return server;
  };
  const server = await start();
  await prepare(server);
  const env = { ...at.env, TRIPWIRE_DIR: file('.geometry') };
  const order = ['run', '--task', 'Tick.', '--agent', 'ticker'];
  const command = ['--', process.execPath, '--input-type=module', '-e', WORKER, String(steps)];
  const child = spawn(launcher, [...order, ...command], { env, cwd: project, stdio: 'ignore' });
  cleaning.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'exit');
    child.kill('SIGTERM');
    await closed;
  });
  const ticks = () => statSync(file('ticks.txt'), { throwIfNoEntry: false })?.size ?? 0;
  const night = () => {
    const [id] = existsSync(file('.geometry/nights')) ? readdirSync(file('.geometry/nights')) : [];
    return id === undefined ? null : readNight(file('.geometry'), id);
  };
  return {
    server,
    start,
    file,
    child,
    night,
    goesOn: async () => {
      const before = ticks();
      await until(() => ticks() > before, 'it goes on');
    },
    standsStill: async () => {
      const all = () => jobProcesses(project);
      await until(() => all().length > 0 && all().every(({ isStopped }) => isStopped), 'it stands');
      const before = ticks();
      await sleep(300);
      expect(ticks()).toBe(before);
    },
    processes: () => jobProcesses(project),
    tripwire: (...args: string[]) => runTripwire(args, '', at.env),
    report: () => runTripwire(['report'], '', env),
    held: () => night()?.moments.filter(({ kind }) => kind === 'hold' || kind === 'resumed') ?? [],
  };
}

type Night = Awaited<ReturnType<typeof nightUnderServer>>;

/** How long it took from the hold to the stop of everything, as the two clocks of this machine tell it. */
async function tellDelay({ server, file, night }: Night, what: string): Promise<void> {
  const { holds } = await server.api<AgentView>('/api/agents/ticker');
  const job = file(`.geometry/nights/${night()?.id ?? ''}/jobs/0001/frozen.json`);
  const { atMs } = JSON.parse(readFileSync(job, 'utf8')) as { readonly atMs: number };
  console.log(`${what}: all of it stood still ${atMs - (holds[0]?.since ?? 0)} ms after the hold`);
}

describe('a worker in the middle of its work', () => {
  verifies(
    'L14',
    'tripwire stop and stop-all stop all of it, resume and resume-all let it go on',
    async () => {
      const run = await nightUnderServer();
      await run.goesOn();
      expect((await run.tripwire('stop', 'ticker')).code).toBe(0);
      await run.standsStill();
      await tellDelay(run, 'tripwire stop');
      await until(() => run.held().length === 1, 'the record tells it');
      const held = await run.report();
      expect(held.stdout).toContain('manual (tripwire resume ticker)');
      expect(held.code).toBe(1);
      expect((await run.tripwire('resume', 'ticker')).code).toBe(0);
      await run.goesOn();
      await until(() => run.held().length === 2, 'the record tells the release');
      expect((await run.tripwire('stop-all')).code).toBe(0);
      await run.standsStill();
      await tellDelay(run, 'tripwire stop-all');
      expect((await run.tripwire('resume-all')).code).toBe(0);
      await run.goesOn();
      await until(() => run.held().length === 4, 'the record tells all of it');
      expect(run.held().map(({ kind, text }) => `${kind} ${text.split(' (')[0] ?? ''}`)).toEqual([
        'hold held: manual',
        'resumed it may go on',
        'hold held: stop_all',
        'resumed it may go on',
      ]);
      expect(readFileSync(run.file('turns.txt'), 'utf8')).toBe('turn\n');
      mkdirSync(run.file('finish'));
      const [code] = (await once(run.child, 'exit')) as [number];
      expect(code).toBe(0);
      expect(run.processes()).toEqual([]);
    },
  );

  verifies('L14', 'the kill switch stops all of it', async () => {
    const run = await nightUnderServer(20, 'kill_switch:\n  enabled: true\n');
    await until(() => run.held().length === 1, 'the kill switch');
    await run.standsStill();
    await tellDelay(run, 'kill switch');
    expect(run.held()[0]?.text).toContain('held: kill_switch (tripwire resume ticker');
    expect((await run.tripwire('resume', 'ticker')).code).toBe(0);
    await run.goesOn();
  });

  test('without a server it stands still until there is one again', async () => {
    const run = await nightUnderServer();
    await run.goesOn();
    const { url, adminUrl } = run.server;
    await run.server.end('SIGKILL');
    await run.standsStill();
    await until(() => run.held().length === 1, 'the record tells it');
    expect(run.held()[0]?.text).toContain('no contact with the gate: No Tripwire is running here');
    const ports = ['--port', new URL(url).port, '--admin-port', new URL(adminUrl).port];
    await run.start(...ports);
    await run.goesOn();
  });

  test('a server that hangs is none: it stands still until there is an answer', async () => {
    const run = await nightUnderServer();
    await run.goesOn();
    run.server.process.kill('SIGSTOP');
    await run.standsStill();
    await until(() => run.held().length === 1, 'the record tells it');
    expect(run.held()[0]?.text).toContain('it did not answer within 5000 ms');
    run.server.process.kill('SIGCONT');
    await run.goesOn();
  });

  test('work that nobody stops is never held, whatever another session of the agent is held for', async () => {
    const run = await nightUnderServer(2, '', async (server) => {
      await fetch(`${server.url}/agents/ticker/anthropic/v1/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'claude-cli/2.1.325 (external, cli)',
          'x-claude-code-session-id': 'last-week',
        },
        body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [] }),
      });
      await server.api('/api/agents/ticker/deactivate', { session: 'last-week' });
    });
    const { sessions } = await run.server.api<AgentView>('/api/agents/ticker');
    expect(sessions.map(({ id, active }) => `${id} ${active}`)).toContain('last-week 0');
    await run.goesOn();
    mkdirSync(run.file('finish'));
    const [code] = (await once(run.child, 'exit')) as [number];
    expect(code).toBe(0);
    expect(run.held()).toEqual([]);
    const frozen = run.file(`.geometry/nights/${run.night()?.id ?? ''}/jobs/0001/frozen.json`);
    expect(existsSync(frozen)).toBe(false);
  });
});
