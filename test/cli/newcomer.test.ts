/**
 * A newcomer's first ten minutes: every command that the README prints is typed as it is printed, in an empty home before
 * a made-up provider, and does what is said beside it.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { httpAgent } from '../../src/testing/index.ts';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { printedIn } from '../kit/printed-commands.ts';
import { runTripwire, type Outcome } from '../kit/run-tripwire.ts';
import { newHome, type Home } from '../kit/running-tripwire.ts';
import { installStandIn } from '../kit/stand-in-client.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const ROOT = join(import.meta.dirname, '../..');
const COMMAND = join(ROOT, 'bin/tripwire');

let home: Home;
let env: Record<string, string>;
let output = '';
let ended: Promise<number | null> = Promise.resolve(null);

/** Types a line as the README prints it; NAME is the agent's. */
const typed = (line: string): readonly string[] =>
  line
    .replace(/^(?:bin\/)?tripwire /, '')
    .replace('NAME', 'claude')
    .split(/ +/);
const run = (line: string): Promise<Outcome> => runTripwire(typed(line), '', env);

beforeAll(async () => {
  home = await newHome();
  const bin = join(home.home, 'bin');
  mkdirSync(bin);
  installStandIn(bin);
  env = { ...home.env, PATH: `${bin}:${home.env['PATH'] ?? ''}` };
});
afterAll(async () => {
  await runTripwire(['off'], '', env);
  await home.provider.close();
});

/** What each command of the README is to do; one that is printed there and not here is a mistake. */
const plays: Readonly<Record<string, () => Promise<void>>> = {
  'bin/tripwire scan': async () => {
    const { code, stdout, stderr } = await run('bin/tripwire scan');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('tripwire run -- claude');
  },
  'bin/tripwire run -- claude': async () => {
    const { code, stdout, stderr } = await run('bin/tripwire run -- claude');
    expect(code).toBe(0);
    expect(stdout).toContain('the model answered with 200');
    expect(stderr).toMatch(/claude: 1 call, .*not stopped\./);
  },
  // On free ports, which a person may set.
  'bin/tripwire up': async () => {
    home.configure('port: 0\nadmin_port: 0\n');
    const child = spawn(COMMAND, typed('bin/tripwire up'), { env });
    ended = new Promise((resolve) => {
      child.on('close', resolve);
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    await vi.waitFor(() => expect(output).toContain('To stop everything'), { timeout: 60_000 });
    expect(output).toMatch(/switch +OFF: /);
    for (const command of ['status', 'doctor', 'drill']) {
      expect((await run(`tripwire ${command}`)).stdout, command).toContain('OFF');
    }
  },
  'bin/tripwire arm': async () => {
    expect((await run('bin/tripwire arm')).code).toBe(0);
    expect((await run('tripwire drill')).stdout).toContain('The stop works here');
    expect((await loops()).reason).toBe('refused');
  },
  'bin/tripwire explain NAME': async () => {
    const { code, stdout } = await run('bin/tripwire explain NAME');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^claude: Stopped by the loop detector\n {2}Ran `npm test` 5 times in /);
    expect((await run('tripwire explain NAME --steps')).stdout).toMatch(/10\.4 of 10 .*STOPPED/);
    expect((await run('tripwire events')).stdout).toMatch(/Stopped +Ran `npm test` 5 times in /);
  },
  'bin/tripwire resume NAME': async () => {
    expect((await run('bin/tripwire resume NAME')).code).toBe(1);
    const { code, stdout } = await runOnTerminal(
      typed('bin/tripwire resume NAME'),
      'claude\n',
      env,
    );
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('may work again') as string,
    });
  },
  'bin/tripwire stop NAME': async () => {
    const { code, stdout } = await run('bin/tripwire stop NAME');
    expect(code).toBe(0);
    expect(stdout).toContain('claude is stopped.');
    expect((await run('tripwire agents')).stdout).toMatch(/claude +Stopped by \S+ \(no terminal\)/);
    expect((await loops()).message).toContain('Stopped by ');
  },
  'bin/tripwire init --remove': async () => {
    const settings = join(home.home, '.claude/settings.json');
    const before = '{\n  "theme": "dark"\n}\n';
    mkdirSync(join(home.home, '.claude'));
    writeFileSync(settings, before);
    expect((await run('tripwire init claude-code --yes')).code).toBe(0);
    expect(readFileSync(settings, 'utf8')).toContain('tripwire');
    expect((await run('bin/tripwire init --remove --yes')).code).toBe(0);
    expect(readFileSync(settings, 'utf8')).toBe(before);
  },
  'bin/tripwire off': async () => {
    const { code, stdout } = await run('bin/tripwire off');
    expect(code).toBe(0);
    expect(stdout).toContain('Tripwire has ended.');
    expect(await ended).toBe(0);
  },
};

/** Those that another test plays. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm start': 'test/serve/demo.test.ts',
  'npx agent-tripwire up': 'test/pack/pack.test.ts',
  'bin/tripwire replay ~/.local/state/tripwire/demo/journal.db': 'test/serve/demo.test.ts',
};

/** An agent that runs the same failing test again and again, at the address that `up` printed. */
async function loops() {
  const [, url = ''] =
    /export ANTHROPIC_BASE_URL=(\S+\/agents\/claude\/anthropic)/.exec(output) ?? [];
  return httpAgent({
    baseUrl: url,
    format: 'anthropic',
    kind: 'looping',
    requestsMax: 12,
    stepDelayMs: 0,
  });
}

test('the README prints no command that nobody has tried', () => {
  for (const line of printedIn('README.md')) {
    expect([...Object.keys(plays), ...Object.keys(elsewhere)]).toContain(line);
  }
  for (const file of Object.values(elsewhere))
    expect(existsSync(join(ROOT, file)), file).toBe(true);
});

test.each(Object.entries(plays))('%s', async (_, play) => {
  await play();
});
