/** A new sign-in link at a terminal, and the service files, by the real command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

test('login prints a link that signs in once, at a terminal only', async () => {
  const home = await newHome();
  const server = await startTripwire(home);
  onTestFinished(async () => {
    await server.end();
    await home.provider.close();
  });
  const environment = { HOME: home.home, TRIPWIRE_DATA: '', TRIPWIRE_ADMIN_TOKEN: '' };
  const refused = await runTripwire(['login'], '', environment);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('run this in a terminal');
  const { code, stdout } = await runOnTerminal(['login'], '', environment);
  expect(code).toBe(0);
  const [, url = '', secret = ''] = /^(http:\S+)\/#code=(\S+)/m.exec(stdout) ?? [];
  const signIn = () =>
    fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: secret }),
    });
  expect((await signIn()).status).toBe(201);
  expect((await signIn()).status).toBe(401);
});

test('service: prints its unit, says that it is not installed, refuses other words', async () => {
  const home = temporaryFolder('home');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const environment = { HOME: home, TRIPWIRE_DATA: '' };
  const printed = await runTripwire(['service', 'install', '--print'], '', environment);
  expect(printed.code).toBe(0);
  expect(printed.stdout).toMatch(/ExecStart="\/.*" "up" "--data" ".*\.tripwire"|<string>up</);
  const status = await runTripwire(['service', 'status'], '', environment);
  expect(status).toMatchObject({ code: 1 });
  expect(status.stdout).toContain('tripwire service install');
  expect(await runTripwire(['service', 'remove'], '', environment)).toMatchObject({ code: 0 });
  expect(await runTripwire(['service', 'begin'], '', environment)).toMatchObject({ code: 2 });
  const words = ['service', 'install', '--print', '--data', '/tmp/x\nExecStartPre=/tmp/theirs'];
  const injected = await runTripwire(words, '', environment);
  expect(injected).toMatchObject({ code: 2, stdout: '' });
  expect(injected.stderr).toContain('control character');
});

test.runIf(process.platform === 'linux')('what the unit starts is a server', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const args = ['service', 'install', '--print', '--data', home.data];
  const { stdout } = await runTripwire(args, '', { HOME: home.home });
  const [, path = ''] = /^Environment="PATH=(.*)"$/m.exec(stdout) ?? [];
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(stdout) ?? [];
  const words = line.split(' ').map((word) => word.slice(1, -1));
  const [program = '', ...given] = words;
  // As a service manager starts it: with the environment of the unit and no other.
  const child = spawn(program, [...given, '--json', '--port', '0', '--admin-port', '0'], {
    env: { PATH: path, HOME: home.home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const { admin_url: url } = JSON.parse(first.toString()) as { readonly admin_url: string };
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
