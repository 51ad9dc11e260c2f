/**
 * A kill switch that is off is said everywhere, and one act arms it for all agents: drill, doctor, up and status judge the
 * settings in force.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { httpAgent } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 240_000 });

async function home(yaml?: string): Promise<Home> {
  const made = await newHome();
  onTestFinished(() => made.provider.close());
  if (yaml !== undefined) made.configure(yaml);
  return made;
}

async function up(place: Home): Promise<RunningTripwire> {
  const server = await startTripwire(place);
  onTestFinished(async () => void (await server.end()));
  return server;
}

const runIn = (place: Home, ...args: readonly string[]) =>
  runTripwire(args, '', { HOME: place.home });

/** Lets an agent loop; how that ended. */
async function loop({ url }: RunningTripwire, agent: string, requestsMax = 20): Promise<string> {
  const ended = await httpAgent({
    baseUrl: `${url}/agents/${agent}/openai/v1`,
    format: 'openai-chat',
    kind: 'looping',
    requestsMax,
    stepDelayMs: 0,
  });
  return ended.reason;
}

verifies(
  'X9',
  'off: drill and doctor fail with words, status and the first lines say OFF',
  async () => {
    const place = await home();
    const server = await up(place);
    // Few enough that no veto makes it wait.
    expect(await loop(server, 'early', 5)).toBe('gave_up');

    const drilled = await runIn(place, 'drill');
    expect(drilled.code).toBe(1);
    expect(drilled.stdout).toContain('a loop would NOT be stopped here: the kill switch is OFF');
    expect(drilled.stdout).toContain('✓ a person stops it by hand');
    expect(drilled.stdout).toContain('tripwire arm');
    expect(drilled.stdout).not.toContain('The stop works here');

    const doctored = await runIn(place, 'doctor', '--json');
    expect(doctored.code).toBe(1);
    const { checks } = JSON.parse(doctored.stdout) as {
      readonly checks: readonly {
        readonly name: string;
        readonly ok: boolean;
        readonly detail: string;
      }[];
    };
    expect(checks.find(({ name }) => name === 'kill switch')).toMatchObject({ ok: false });
    expect((await runIn(place, 'status')).stdout).toMatch(/kill switch +OFF: a loop is reported/);
  },
);

test('arm: known agents and those to come are stopped, it is recorded, and it outlives a restart', async () => {
  const place = await home('# mine\nevidence_days: 3\n');
  const server = await up(place);
  // Few enough that no veto makes it wait.
  expect(await loop(server, 'early', 5)).toBe('gave_up');
  await server.api('/api/agents/early/activate', {});

  const shadowed = await runIn(place, 'arm', '--shadow');
  expect(shadowed).toMatchObject({ code: 0 });
  expect(shadowed.stdout).toContain('shadow');
  expect((await runIn(place, 'drill')).code).toBe(1);

  const armed = await runIn(place, 'arm', '--why', 'trial is over', '--json');
  expect(armed).toMatchObject({ code: 0 });
  expect(JSON.parse(armed.stdout)).toMatchObject({
    kill_switch: { state: 'on', new_agents: 'on', off: [] },
    changed: expect.arrayContaining(['early']) as string[],
    kept_in: join(place.data, 'tripwire.yaml'),
  });
  expect(await loop(server, 'late')).toBe('refused');
  const events = await server.api<readonly { readonly reason: string }[]>('/api/events');
  const reasons = events.map(({ reason }) => reason).join('\n');
  expect(reasons).toContain('armed the kill switch of all agents');
  expect(reasons).toContain('trial is over');
  const text = readFileSync(join(place.data, 'tripwire.yaml'), 'utf8');
  expect(text).toContain('# mine\nevidence_days: 3\n');

  expect((await runIn(place, 'drill')).stdout).toContain(
    'The stop works here, also on the running',
  );
  expect((await runIn(place, 'doctor')).code).toBe(0);

  // While everybody is stopped nobody can see a release, and the drill does not say that it saw one.
  await server.api('/api/stop-all', { why: 'fire' });
  const drilled = await runIn(place, 'drill');
  expect(drilled.stdout).toContain('✓ the running server stops an agent\n');
  expect(drilled.stdout).toContain('all agents are stopped, so the release was not tried');
  expect(drilled.stdout).not.toContain('free again after the release');
  await server.api('/api/resume-all', {});
  await server.end();
  const again = await up(place);
  expect(await loop(again, 'later')).toBe('refused');
  const { kill_switch: is } = await again.api<{ readonly kill_switch: { readonly state: string } }>(
    '/api/status',
  );
  expect(is.state).toBe('on');
});

test('one agent that somebody switched off is named, and armed with the others', async () => {
  const place = await home('kill_switch: { enabled: true }\n');
  const server = await up(place);
  await server.api('/api/agents', { name: 'exempt', by: 'ada' });
  const token = readFileSync(join(place.data, 'admin-token'), 'utf8').trim();
  await fetch(`${server.adminUrl}/api/agents/exempt/kill-switch`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ enabled: false }),
  });
  expect((await runIn(place, 'status')).stdout).toContain('OFF for exempt');
  expect((await runIn(place, 'doctor')).code).toBe(1);
  expect((await runIn(place, 'drill')).code).toBe(1);
  expect((await runIn(place, 'arm')).code).toBe(0);
  expect((await runIn(place, 'status')).stdout).toContain('on for all agents');
});

test('without a running Tripwire it is kept for the next start', async () => {
  const place = await home();
  const armed = await runIn(place, 'arm');
  expect(armed).toMatchObject({ code: 0 });
  expect(armed.stdout).toContain('from the next start');
  expect((await runIn(place, 'doctor')).code).toBe(0);
  expect(await loop(await up(place), 'first')).toBe('refused');
});

test('up on a terminal asks once, keeps the answer, and does not ask again', async () => {
  const place = await home();
  const file = join(place.data, 'tripwire.yaml');
  const first = await upOnTerminal(place, [
    ['when it loops?', 'y\n'],
    ['Which budgets?', '1\n'],
  ]);
  expect(first).toContain('Stop an agent automatically when it loops?');
  expect(readFileSync(file, 'utf8')).toContain('enabled: true');
  expect(readFileSync(file, 'utf8')).toContain('constitution: coding-v1');
  expect(await upOnTerminal(place, [])).not.toContain('Stop an agent automatically');
});

/** Starts `up` at a terminal, answers what it asks, and ends it once it listens; what it showed. */
async function upOnTerminal(
  place: Home,
  answers: readonly (readonly [asked: string, typed: string])[],
): Promise<string> {
  const command = new URL('../../bin/tripwire', import.meta.url).pathname;
  const line = `'${command}' up --port 0 --admin-port 0`;
  const env = { ...place.env, CI: '' };
  const child = spawn('script', ['-qec', line, '/dev/null'], { env, cwd: place.home });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const ended = once(child, 'close');
  const within = { timeout: 60_000 };
  for (const [asked, typed] of answers) {
    await expect.poll(() => shown, within).toContain(asked);
    child.stdin.write(typed);
  }
  // What it says last when it has started.
  await expect.poll(() => shown, within).toContain('a file named STOP in the data folder');
  child.stdin.write('\u0003');
  await ended;
  expect(existsSync(join(place.data, 'server.json'))).toBe(false);
  return shown;
}
