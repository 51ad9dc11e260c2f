/**
 * The commands that start from a bundle say and do what the whole program says and does: the same words on both outputs,
 * the same exit code, the same effect, with a running server, without one, and with wrong words.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUICK_COMMANDS } from '../../src/cli/agents/quick-commands.ts';
import { namedToken } from '../kit/named-token.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const WHOLE = join(repository, 'dist/program/main.js');
const QUICK = join(repository, 'bin/start-hook.cjs');
const TIMEOUT_MS = 120_000;
let home: Home;
let server: RunningTripwire;

beforeAll(async () => {
  home = await newHome();
  server = await startTripwire(home);
  for (const agent of ['ada', 'bob']) await askAs(server.url, agent);
}, TIMEOUT_MS);

afterAll(async () => {
  await server.end();
  await home.provider.close();
});

type Environment = Readonly<Record<string, string>>;

/** What a command printed, with what the clock has to say left out. */
function said(program: string, args: readonly string[], env: Environment) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { ...env },
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  const still = (text: string) =>
    text
      .replaceAll(/\b\d+ (?:ms|s|min)\b/g, 'N s')
      .replaceAll(
        /"(?:at|since|last_seen|uptime_ms|journal_bytes|data_bytes|started_at)":\d+/g,
        '"N":0',
      )
      .replaceAll(/"(?:tokens_by_minute|tokens_minute)":(?:\[[\d,]*\]|\d+)/g, '"N":0')
      .replaceAll(/\b\d+\.\d+ MB/g, 'N MB');
  return { status, stdout: still(stdout), stderr: still(stderr) };
}

/** Says it both ways; returns what both said. */
function both(args: readonly string[], env: Environment = home.env) {
  const quick = said(QUICK, args, env);
  expect(quick).toEqual(said(WHOLE, args, env));
  return quick;
}

describe('with a running server', { timeout: TIMEOUT_MS }, () => {
  test.each(Object.keys(QUICK_COMMANDS))('%s: its help, and what it does not know', (name) => {
    expect(both([name, '--help'])).toMatchObject({ status: 0, stderr: '' });
    expect(both([name, '-h', 'x'])).toMatchObject({ status: 0, stderr: '' });
    const { status, stdout, stderr } = both([name, '--no-such-option']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`see tripwire ${name} --help\n`);
  });

  test.each([
    [['agents'], 0],
    [['status'], 0],
    [['status', 'ada'], 0],
    [['status', 'nobody'], 1],
    [['status', 'nobody', '--json'], 1],
    [['status', 'ada', 'bob'], 2],
    [['stop'], 2],
    [['stop', 'nobody'], 1],
    [['stop', 'ada', '--why', 'a ✓ test of “words”'], 0],
    [['stop', 'ada', '--json'], 0],
    [['stop-all', '--why', 'a test'], 0],
    [['agents'], 0],
    [['status'], 0],
    [['resume', 'ada'], 1],
    [['resume', 'ada', '--yes'], 1],
    [['resume-all', '--yes'], 1],
  ] as const)('%j ends with %i', (args, status) => {
    expect(both(args).status).toBe(status);
  });

  test('a program with a named token releases, and a stop really stops', async () => {
    const owner = readFileSync(join(home.data, 'admin-token'), 'utf8').trim();
    const env = {
      ...home.env,
      TRIPWIRE_ADMIN_TOKEN: await namedToken(server.adminUrl, owner, 'quick'),
    };
    expect(both(['resume-all'], env).status).toBe(0);
    expect(both(['resume', 'ada'], env).status).toBe(0);
    expect((await askAs(server.url, 'ada')).status).toBe(200);
    expect(said(QUICK, ['stop', 'ada'], home.env).status).toBe(0);
    expect((await askAs(server.url, 'ada')).status).not.toBe(200);
    expect((await askAs(server.url, 'bob')).status).toBe(200);
    const released = said(QUICK, ['resume', 'ada', '--restart', '--json'], env);
    expect(JSON.parse(released.stdout)).toMatchObject({ id: 'ada', holds: [] });
  });

  test('another server, and what is none', () => {
    const named = (url: string) => ({ ...home.env, TRIPWIRE_ADMIN_URL: url });
    expect(both(['status', 'ada'], named(`${server.adminUrl}/`)).status).toBe(0);
    expect(both(['status'], named(server.url)).stderr).toContain('is not a Tripwire');
    expect(both(['status'], named('http://127.0.0.1:1')).stderr).toContain(
      'No Tripwire is running',
    );
    expect(both(['stop-all', '--json'], named('http://127.0.0.1:1')).status).toBe(1);
    expect(both(['status'], named('no address')).stderr).toContain('TRIPWIRE_ADMIN_URL must be');
    const wrong = { ...home.env, TRIPWIRE_ADMIN_TOKEN: 'wrong' };
    expect(both(['stop-all'], wrong).status).toBe(1);
  });

  test('settings that say something, move the data folder, or are broken', () => {
    home.configure('kill_switch:\n  threshold: 40\n');
    expect(both(['status', 'ada']).status).toBe(0);
    home.configure('no_such_setting: 1\n');
    expect(both(['status', 'ada']).status).toBe(0);
    home.configure(`data: ${JSON.stringify(join(home.home, 'elsewhere'))}\n`);
    expect(both(['status']).stderr).toContain('No Tripwire is running');
    home.configure(`"\\u0064ata": ${JSON.stringify(join(home.home, 'elsewhere'))}\n`);
    expect(both(['status']).stderr).toContain('No Tripwire is running');
    home.configure('');
  });
});

describe('without a server', { timeout: TIMEOUT_MS }, () => {
  const alone = () => ({ PATH: process.env['PATH'] ?? '', HOME: temporaryFolder('home') });

  test('nothing runs, and it says so', () => {
    const env = alone();
    for (const name of Object.keys(QUICK_COMMANDS)) {
      const args = name === 'stop' || name === 'resume' ? [name, 'ada'] : [name];
      expect(both(args, env).status).toBe(1);
    }
  });

  test('a release is written into the journal by the same server, for this command alone', async () => {
    const place = await newHome();
    const first = await startTripwire(place);
    await askAs(first.url, 'ada');
    await first.api('/api/agents/ada/deactivate', { by: 'ada' });
    const owner = readFileSync(join(place.data, 'admin-token'), 'utf8').trim();
    const env = {
      ...place.env,
      TRIPWIRE_ADMIN_TOKEN: await namedToken(first.adminUrl, owner, 'quick'),
    };
    await first.end();
    writeFileSync(join(place.data, 'tripwire.yaml'), 'kill_switch:\n  threshold: 40\n');
    const { status, stdout } = said(QUICK, ['resume', 'ada'], env);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'ada may work again.\n' });
    const again = await startTripwire(place);
    expect((await askAs(again.url, 'ada')).status).toBe(200);
    await again.end();
    await place.provider.close();
  });
});
