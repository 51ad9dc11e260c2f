/** The commands that talk to a running Tripwire, as a person runs them. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { namedToken } from '../kit/named-token.ts';
import { runTripwire, type Outcome } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import {
  asking,
  callOnce,
  loop,
  runningControl,
  TOKEN,
  type RunningControl,
  type Setting,
} from './running-control.ts';

/** Each command is a process of its own, and a busy machine starts them slowly. */
vi.setConfig({ testTimeout: 60_000 });

interface Terminal extends RunningControl {
  readonly environment: Readonly<Record<string, string>>;
  readonly run: (...args: readonly string[]) => Promise<Outcome>;
}

/** A server that left its traces in a data folder, as `up` does, and a person who runs commands there. */
async function terminal(setting: Setting = {}): Promise<Terminal> {
  const running = await runningControl(setting);
  const home = temporaryFolder();
  onTestFinished(() => rmSync(home, { recursive: true }));
  const data = join(home, '.tripwire');
  mkdirSync(data);
  const { url } = running.control;
  const note = { pid: process.pid, url, adminUrl: url, startedAt: 0 };
  writeFileSync(join(data, 'server.json'), JSON.stringify(note));
  writeFileSync(join(data, 'admin-token'), TOKEN);
  const environment = {
    HOME: home,
    TRIPWIRE_DATA: '',
    TRIPWIRE_ADMIN_TOKEN: '',
    TRIPWIRE_ADMIN_URL: '',
  };
  let token: string | null = null;
  // Without a terminal what lifts or takes away needs a token with a name.
  const run: Terminal['run'] = async (...args) => {
    if (!/^(?:resume|panic-link)/.test(args[0] ?? '')) return runTripwire(args, '', environment);
    token ??= await namedToken(url, TOKEN, 'ci', 'admin');
    return runTripwire(args, '', { ...environment, TRIPWIRE_ADMIN_TOKEN: token });
  };
  return { ...running, environment, run };
}

describe('looking', () => {
  test('agents: a table, or JSON', async () => {
    const { gate, run } = await terminal();
    expect((await run('agents')).stdout).toBe('No agent has called yet.\n');
    await gate.register('builder', 'test');
    await gate.operate({ agent: 'builder', action: 'pause', by: 'ada', why: 'lunch' });
    const { code, stdout } = await run('agents');
    expect(code).toBe(0);
    const [heading, row] = stdout.split('\n');
    expect(heading).toMatch(
      /^agent +state +health +calls +tokens +cost today +open calls +kill switch +last seen$/,
    );
    expect(row).toMatch(/^builder +Stopped by ada +1\.00 +0 +0 +\$0\.00 +0 +off +never$/);
    const listed = JSON.parse((await run('agents', '--json')).stdout) as unknown;
    expect(listed).toMatchObject([{ id: 'builder', holds: [{ hold: 'paused' }] }]);
  });

  test('agents: what is stopped first, then by name as people count', async () => {
    const { gate, run } = await terminal();
    for (const name of ['bot-10', 'bot-9', 'zed']) await gate.register(name, 'test');
    await gate.operate({ agent: 'zed', action: 'deactivate', by: 'ada', why: 'odd' });
    const names = (await run('agents')).stdout.split('\n').map((line) => line.split(' ')[0]);
    expect(names.slice(1, 4)).toEqual(['zed', 'bot-9', 'bot-10']);
  });

  test('status: the server, or one agent with what holds it and what lifts that', async () => {
    const { gate, run, control } = await terminal();
    await callOnce(gate, asking('claude', { session: 's1' }));
    await gate.operate({
      agent: 'claude',
      session: 's1',
      action: 'deactivate',
      by: 'ada',
      why: 'mad \u001b[2Jagent',
    });
    const server = await run('status');
    expect(server.stdout).toContain(`Tripwire 0.1.0 at ${control.url}, up for `);
    expect(server.stdout).toMatch(/constitution +frozen-v0\.2 \([0-9a-f]{12}…\)/);
    const { stdout } = await run('status', 'claude');
    expect(stdout).toMatch(/^claude: Stopped by ada\n/);
    expect(stdout).toContain('Stopped by ada: mad �[2Jagent (session s1, since 2');
    expect(stdout).toContain('to lift it: tripwire resume claude --session s1\n');
    expect(stdout).toMatch(/\n {2}s1 +Stopped by ada +WORKING +1\.00 +– +– +manual\n/);
    const shown = JSON.parse((await run('status', 'claude', '--json')).stdout) as unknown;
    expect(shown).toMatchObject({ id: 'claude', active: 1 });
  });

  test('events: the newest, of one agent and type, as lines or JSON', async () => {
    const { gate, run } = await terminal();
    for (const name of ['a', 'b']) await gate.register(name, 'test');
    await gate.operate({ agent: 'b', action: 'pause', by: 'ada', why: 'lunch' });
    expect((await run('events')).stdout.trim().split('\n')).toHaveLength(4);
    const { stdout } = await run('events', 'b', '--type', 'hold');
    expect(stdout).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}b +Stopped +Paused by ada: lunch\n$/,
    );
    const json = await run('events', '--json', '--limit', '1');
    expect(JSON.parse(json.stdout)).toMatchObject({ agent: 'b', event_type: 'hold' });
  });

  test('events --follow: goes on with what happens', async () => {
    const { gate, environment } = await terminal();
    await gate.register('a', 'test');
    const command = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
    const child = spawn(command, ['events', '--follow', '--json'], {
      env: { ...process.env, ...environment },
    });
    let shown = '';
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
      child.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
        const lines = shown.trim().split('\n').length;
        if (lines === 1) void gate.register('b', 'test');
        if (lines === 2) child.kill();
      });
    });
    expect(shown.trim().split('\n')).toHaveLength(2);
    expect(JSON.parse(shown.trim().split('\n')[1] ?? '')).toMatchObject({ id: 2, agent: 'b' });
  });
});

describe('explain', () => {
  test('tells a kill with its numbers and the remedy, then who lifted it', async () => {
    const { gate, run } = await terminal({ killSwitch: { enabled: true } });
    await loop(gate, 'crawler');
    const killed = await run('explain', 'crawler');
    expect(killed.code).toBe(0);
    expect(killed.stdout).toMatch(
      /^crawler: Stopped by the loop detector\n {2}Called `look` 5 times and got the same result each time\n {4}stopped by the loop detector at 2/,
    );
    expect(killed.stdout).toContain(
      'progress decided, threshold 10: progress score 10.4, literal score ',
    );
    expect(killed.stdout).toContain('  what to do: tripwire resume crawler\n');
    await gate.operate({ agent: 'crawler', action: 'activate', by: 'ada', why: 'mended' });
    const released = await run('explain', 'crawler');
    expect(released.stdout).toContain('  lifted: resumed by ada: mended, at 2');
    expect(released.stdout).toContain('  what to do: nothing, it may work.\n');
    const json = JSON.parse((await run('explain', 'crawler', '--json')).stdout) as unknown;
    expect(json).toMatchObject({
      happened: { event_type: 'kill_switch' },
      lifted: { details: { by: 'ada' } },
      remedies: [],
    });
  });

  test('--steps: every step with its points and the reason; mark keeps the run as a case', async () => {
    const dataDir = temporaryFolder();
    const { gate, run } = await terminal({ killSwitch: { enabled: true }, dataDir });
    await loop(gate, 'crawler');
    const { stdout } = await run('explain', 'crawler', '--steps');
    const steps = stdout.split('\n').filter((line) => line.includes('Called look'));
    expect(steps).toHaveLength(5);
    expect(steps[0]).toMatch(/ = {5}0 of 10 +Called look$/);
    expect(steps[2]).toMatch(
      /\+2\.6 = {3}5\.2 of 10 +Called look {2}\[the same call again.*; repeat\] {2}WARNED$/,
    );
    expect(steps[4]).toMatch(/= {2}10\.4 of 10 .*STOPPED$/);
    const marked = await run('mark', 'crawler', 'stuck', '--why', 'it looped');
    expect(marked.stdout).toMatch(
      /^Kept as a stuck case, without texts: .*\/cases\/\d+-crawler\.jsonl\n$/,
    );
    expect(await run('mark', 'stranger', 'stuck')).toMatchObject({ code: 1 });
  });

  test('an agent that was never stopped, and one that was stopped again', async () => {
    const { gate, run } = await terminal();
    await callOnce(gate, asking('crawler'));
    expect((await run('explain', 'crawler')).stdout).toContain('It was never stopped');
    const act = { agent: 'crawler', by: 'ada', why: 'lunch' };
    for (const action of ['deactivate', 'activate', 'pause'] as const) {
      await gate.operate({ ...act, action });
    }
    const { stdout } = await run('explain', 'crawler');
    expect(stdout).toContain('  Paused by ada: lunch\n    stopped on request (ada) at 2');
    expect(stdout).not.toContain('lifted');
    expect(stdout).toContain('what to do: tripwire resume crawler\n');
  });
});

describe('stopping and releasing', () => {
  test('stop ends calls and is recorded; resume lets it work again', async () => {
    const { gate, run } = await terminal();
    const admission = await gate.admit(asking('crawler'));
    const stopped = await run('stop', 'crawler', '--why', 'it went mad');
    expect(stopped.code).toBe(0);
    expect(stopped.stdout.split('\n').slice(0, 5)).toEqual([
      'crawler is stopped.',
      '  recorded: yes',
      '  calls under way that were ended: 1',
      '  the agent itself: not seen to end yet (`--wait 180` waits for it); nothing it asks for passes',
      '  to undo it: tripwire resume crawler',
    ]);
    expect(admission.allowed && admission.call.signal.aborted).toBe(true);
    expect(await gate.standing('crawler')).toMatchObject({ kind: 'manual' });
    const resumed = await run('resume', 'crawler');
    expect(resumed).toMatchObject({ code: 0, stdout: 'crawler may work again.\n' });
    expect(await gate.standing('crawler')).toBeNull();
    const json = await run('stop', 'crawler', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ active: 0, recorded: true, calls_ended: 0 });
  });

  test('one session is stopped and released alone', async () => {
    const { gate, run } = await terminal();
    for (const session of ['s1', 's2']) await callOnce(gate, asking('claude', { session }));
    const stopped = await run('stop', 'claude', '--session', 's1');
    expect(stopped.stdout).toContain('to undo it: tripwire resume claude --session s1');
    expect(await gate.standing('claude', 's1')).not.toBeNull();
    expect(await gate.standing('claude', 's2')).toBeNull();
    expect((await run('resume', 'claude', '--session', 's1')).code).toBe(0);
    expect(await gate.standing('claude', 's1')).toBeNull();
  });

  test('resume lifts a kill and a pause, and a hard stop only with --restart', async () => {
    const { gate, run } = await terminal({ killSwitch: { enabled: true } });
    await loop(gate, 'crawler');
    await gate.operate({ agent: 'crawler', action: 'pause', by: 'ada', why: 'lunch' });
    expect((await run('resume', 'crawler', '--yes')).code).toBe(0);
    for (let failure = 0; failure < 20; failure += 1) {
      const admission = await gate.admit(asking('crawler'));
      const failed = { status: 'FAILED', latencyMs: 1, tokens: 0, cachedTokens: 0 } as const;
      if (admission.allowed) await admission.call.finish(failed);
      else if (admission.refusal.kind === 'soft_suspend') {
        await gate.operate({ agent: 'crawler', action: 'resume', by: 'ada', why: 'again' });
      }
    }
    const held = await run('resume', 'crawler');
    expect(held.code).toBe(1);
    expect(held.stdout).toMatch(
      /crawler is still stopped:\n {2}Stopped after .*, until a person restarts it \(/,
    );
    expect(held.stdout).toContain('to lift it: tripwire resume crawler --restart\n');
    expect((await run('resume', 'crawler', '--restart')).code).toBe(0);
    expect(await gate.standing('crawler')).toBeNull();
  });

  test('stop-all and resume-all; who was stopped alone stays stopped and is named', async () => {
    const { gate, run } = await terminal();
    for (const name of ['a', 'b']) await callOnce(gate, asking(name));
    await run('stop', 'b');
    const stopped = await run('stop-all', '--why', 'fire');
    expect(stopped.stdout).toContain('All agents are stopped.\n  recorded: yes\n');
    expect(await gate.standing('a')).toMatchObject({ kind: 'stop_all' });
    expect((await run('resume', 'a')).code).toBe(1);
    const resumed = await run('resume-all');
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toContain('b is still stopped: Stopped by ');
    expect(await gate.standing('a')).toBeNull();
    expect(await gate.standing('b')).not.toBeNull();
  });
});

describe('what goes wrong', () => {
  test.each(['agents', 'stop a'])('%s without a server says how to start one', async (words) => {
    const nothing = { TRIPWIRE_ADMIN_URL: 'http://127.0.0.1:1', TRIPWIRE_DATA: '' };
    const { code, stdout, stderr } = await runTripwire(words.split(' '), '', nothing);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(
      'No Tripwire is running here. Start one: tripwire up (nothing answers',
    );
    expect(stderr).not.toContain('\uFFFD');
  });

  test('the Tripwire of somebody else: whose it is and what to name, no header of the API', async () => {
    const { environment } = await terminal();
    const { code, stderr } = await runTripwire(['stop-all'], '', {
      ...environment,
      TRIPWIRE_ADMIN_TOKEN: 'a-token-of-another-folder-0123456789',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^tripwire: The Tripwire at http\S+ refuses the token that is used here/,
    );
    expect(stderr).toContain('TRIPWIRE_DATA');
    expect(stderr).not.toContain('Authorization');
  });

  test('an unknown agent: exit code 1, with the ones there are, also as JSON', async () => {
    const { gate, run } = await terminal();
    await gate.register('crawler', 'test');
    const { code, stderr } = await run('stop', 'crawlr');
    expect(code).toBe(1);
    expect(stderr).toBe('tripwire: There is no agent "crawlr". Did you mean crawler?\n');
    const json = await run('stop', 'crawlr', '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 404 });
  });

  test('a wrong token, and something that is no Tripwire', async () => {
    const { environment, run } = await terminal();
    const wrong = { ...environment, TRIPWIRE_ADMIN_TOKEN: 'wrong' };
    const refused = await runTripwire(['agents'], '', wrong);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('admin-token');
    const other = createServer((_, response) => response.end('hello'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const elsewhere = { ...environment, TRIPWIRE_ADMIN_URL: url };
    const stranger = await runTripwire(['agents'], '', elsewhere);
    expect(stranger.stderr).toContain(`What answers at ${url} is not a Tripwire`);
    expect((await run('agents')).code).toBe(0);
  });

  test('a configuration that is broken does not keep a person from stopping', async () => {
    const { gate, environment, run } = await terminal();
    await callOnce(gate, asking('crawler'));
    writeFileSync(join(environment['HOME'] ?? '', '.tripwire', 'tripwire.yaml'), 'agnets: [\n');
    expect((await run('stop', 'crawler')).code).toBe(0);
    expect(await gate.standing('crawler')).not.toBeNull();
  });
});

test('panic-link: made, listed without its secret, used, revoked', async () => {
  const { gate, run } = await terminal();
  await gate.register('builder', 'test');
  const made = await run('panic-link', '--label', 'phone', '--days', '2');
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const [url = '', words = ''] = made.stdout.split('\n');
  const id = /panic-link revoke (\w+)/.exec(words)?.[1] ?? '';
  const listed = (await run('panic-link', 'list')).stdout;
  expect(listed).toContain(`${id}  phone  never used`);
  expect(listed).not.toContain(url.split('/').at(-1));
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  expect((await gate.agent('builder')).holds).toMatchObject([{ hold: 'stop_all' }]);
  expect((await run('panic-link', 'revoke', id)).stdout).toBe(`The link ${id} is revoked.\n`);
  expect((await fetch(url)).status).toBe(404);
  expect((await run('panic-link', 'revoke', id)).code).toBe(1);
  expect((await run('panic-link', 'make', '--days', '0')).code).toBe(2);
});
