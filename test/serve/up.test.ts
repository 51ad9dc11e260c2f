/** `tripwire up` as a process: where it listens, what it refuses, what signals and the STOP file do to it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { AgentView } from '../../src/gate/index.ts';
import { httpAgent } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';

// Several processes start in each test, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleaning.splice(0).toReversed()) await one();
});

async function home(): Promise<Home> {
  const made = await newHome();
  cleaning.push(() => made.provider.close());
  return made;
}

async function start(at: Home, args: readonly string[] = []): Promise<RunningTripwire> {
  const running = await startTripwire(at, args);
  cleaning.push(() => running.end('SIGKILL'));
  return running;
}

const loops = (url: string, agent: string) =>
  httpAgent({
    baseUrl: `${url}/agents/${agent}/anthropic`,
    format: 'anthropic',
    kind: 'looping',
    requestsMax: 20,
    stepDelayMs: 0,
  });

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a running server', () => {
  test('kills a loop, keeps it stopped over a restart, and leaves nothing readable to others', async () => {
    const at = await home();
    at.configure('kill_switch:\n  enabled: true\n');
    const first = await start(at);
    expect(modeOf(at.data)).toBe(0o700);
    expect(modeOf(join(at.data, 'server.json'))).toBe(0o600);
    expect(await askAs(first.url, 'healthy')).toMatchObject({ status: 200 });
    expect(await loops(first.url, 'looping')).toMatchObject({ reason: 'refused', steps: 5 });
    await first.printed('"event_type":"kill_switch"');
    expect(await first.end()).toBe(0);
    expect(existsSync(join(at.data, 'server.json'))).toBe(false);
    const seen = at.provider.requests.length;
    const second = await start(at);
    expect(await askAs(second.url, 'looping')).toMatchObject({ status: 402 });
    expect(at.provider.requests).toHaveLength(seen);
    const views = await second.api<readonly AgentView[]>('/api/agents');
    expect(views.find(({ id }) => id === 'looping')).toMatchObject({
      active: 0,
      deactivated_by: 'kill_switch',
    });
  });

  test('a key made through the API counts at once, and the provider gets the injected one', async () => {
    const at = await home();
    at.configure('registration: closed\nupstreams:\n  anthropic:\n    key: env:OWN_KEY\n');
    const running = await start({ ...at, env: { ...at.env, OWN_KEY: 'sk-provider' } });
    expect((await askAs(running.url, 'crawler')).status).toBe(401);
    await running.api('/api/agents', { name: 'crawler' });
    const { key } = await running.api<{ key: string }>('/api/agents/crawler/keys', { label: 'a' });
    expect(await askAs(running.url, 'crawler', key)).toMatchObject({ status: 200 });
    expect(JSON.stringify(at.provider.requests.at(-1)?.headers)).toContain('sk-provider');
    expect(JSON.stringify(at.provider.requests.at(-1)?.headers)).not.toContain(key);
  });
});

describe('what is refused at the start', () => {
  test('a data folder that another server has, and a port that is taken', async () => {
    const at = await home();
    const running = await start(at);
    const ports = ['--port', '0', '--admin-port', '0'];
    const same = await runTripwire(['up', ...ports], '', at.env);
    expect(same).toMatchObject({ code: 2, stdout: '' });
    expect(same.stderr).toContain('in use by another Tripwire');
    expect(same.stderr).toContain(running.adminUrl);
    const taken = new URL(running.url).port;
    const other = ['--data', join(at.home, 'other'), '--admin-port', '0'];
    const clash = await runTripwire(['up', '--port', taken, ...other], '', at.env);
    expect(clash.code).toBe(2);
    expect(clash.stderr).toContain(`port ${taken} of 127.0.0.1 is taken`);
    expect(existsSync(join(at.home, 'other', 'server.json'))).toBe(false);
    expect((await askAs(running.url, 'healthy')).status).toBe(200);
  });

  test.each([
    ['host: 0.0.0.0\n', 'allow_remote'],
    ['admin_host: 0.0.0.0\n', 'allow_remote'],
    ['kill_swich:\n  enabled: true\n', 'kill_switch'],
    ['upstreams:\n  anthropic:\n    key: env:NOT_THERE_KEY\n', 'NOT_THERE_KEY'],
  ])('%j, with words that say what to do', async (text, words) => {
    const at = await home();
    at.configure(text);
    const { code, stderr } = await runTripwire(
      ['up', '--port', '0', '--admin-port', '0'],
      '',
      at.env,
    );
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('    at ');
    expect(code).toBe(2);
  });
});

describe('signals and the STOP file', () => {
  verifies(
    'X5',
    'SIGUSR2 stops everybody; SIGUSR1 opens no debugger and ends nothing',
    async () => {
      const at = await home();
      const running = await start(at);
      expect((await askAs(running.url, 'one')).status).toBe(200);
      running.process.kill('SIGUSR1');
      expect((await askAs(running.url, 'one')).status).toBe(200);
      expect(running.output()).not.toContain('Debugger listening');
      running.process.kill('SIGUSR2');
      await running.printed('All agents are stopped by SIGUSR2');
      const seen = at.provider.requests.length;
      expect((await askAs(running.url, 'one')).status).toBe(402);
      expect((await askAs(running.url, 'new-one')).status).toBe(402);
      expect(at.provider.requests).toHaveLength(seen);
      await running.api('/api/resume-all', {});
      expect((await askAs(running.url, 'one')).status).toBe(200);
    },
  );

  verifies(
    'X5',
    'a STOP file stops everybody, also over a release, and its removal releases nothing',
    async () => {
      const at = await home();
      const running = await start(at);
      const file = join(at.data, 'STOP');
      writeFileSync(file, '');
      await running.printed(`${file} is there`);
      expect((await askAs(running.url, 'one')).status).toBe(402);
      await running.api('/api/resume-all', {});
      await running.printed(/is there \(.*[^]*is there \(/);
      expect((await askAs(running.url, 'one')).status).toBe(402);
      rmSync(file);
      await running.printed('Nothing is released by that');
      expect((await askAs(running.url, 'one')).status).toBe(402);
      await running.api('/api/resume-all', {});
      expect((await askAs(running.url, 'one')).status).toBe(200);
    },
  );

  test('a signal that comes while it starts ends it as any other: nothing is left behind', async () => {
    const at = await home();
    const command = new URL('../../bin/tripwire', import.meta.url).pathname;
    const args = ['up', '--json', '--port', '0', '--admin-port', '0'];
    const child = spawn(command, args, { env: at.env, stdio: 'ignore' });
    cleaning.push(() => Promise.resolve(child.kill('SIGKILL')));
    const ended = once(child, 'exit');
    await expect
      .poll(() => existsSync(join(at.data, 'journal.db')), { timeout: 30_000, interval: 1 })
      .toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(at.data, 'server.json'))).toBe(false);
  });

  test.each<readonly [what: string, put: (path: string) => void]>([
    ['file', (path) => writeFileSync(path, '')],
    ['folder', (path) => mkdirSync(path)],
    ['pipe', (path) => execFileSync('mkfifo', [path])],
    ['link that leads nowhere', (path) => symlinkSync('/nonexistent/place', path)],
  ])('a STOP that is a %s, there before the start, lets nothing through', async (_what, put) => {
    const at = await home();
    at.configure('capture: none\n');
    put(join(at.data, 'STOP'));
    const running = await start(at);
    expect((await askAs(running.url, 'one')).status).toBe(402);
    expect(at.provider.requests).toHaveLength(0);
  });

  test('SIGHUP: a broken file changes nothing; a good one reaches agents that are known', async () => {
    const at = await home();
    at.configure('kill_switch:\n  enabled: false\n');
    const running = await start(at);
    expect((await askAs(running.url, 'one')).status).toBe(200);
    const view = () => running.api<AgentView>('/api/agents/one');
    at.configure('kill_switch:\n  enabled: yes please\n');
    running.process.kill('SIGHUP');
    await running.printed('the last one stays');
    expect((await view()).kill_switch).toMatchObject({ enabled: false, threshold: 10 });
    at.configure('port: 4999\nkill_switch:\n  enabled: true\n  threshold: 7\n');
    running.process.kill('SIGHUP');
    await running.printed('Applied to one');
    expect((await view()).kill_switch).toMatchObject({ enabled: true, threshold: 7 });
    const events = await running.api<{ reason: string }[]>('/api/agents/one/events?type=operator');
    expect(events.at(-1)?.reason).toContain('configure by config');
  });

  test('settings that changed while it was off reach known agents; what a person set stays', async () => {
    const at = await home();
    at.configure('kill_switch:\n  threshold: 9\n');
    const first = await start(at);
    await askAs(first.url, 'one');
    const token = readFileSync(join(at.data, 'admin-token'), 'utf8').trim();
    await fetch(`${first.adminUrl}/api/agents/one/kill-switch`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ threshold: 5 }),
    });
    await first.end();
    at.configure('kill_switch:\n  threshold: 9\n  enabled: true\n');
    const second = await start(at);
    const view = await second.api<AgentView>('/api/agents/one');
    expect(view.kill_switch).toMatchObject({ enabled: true, threshold: 5 });
  });
});
