/**
 * A newcomer at a shell, who types what the pages print, as they print it: into a terminal, in an empty home, with a
 * project beside it. `newcomer.test.ts` does the same with the README.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { httpAgent } from '../../src/testing/index.ts';
import { printedIn } from '../kit/printed-commands.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, type Home } from '../kit/running-tripwire.ts';
import { installProgram, installStandIn } from '../kit/stand-in-client.ts';
import { listFiles } from '../tidy/list-files.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROOT = join(import.meta.dirname, '../..');

let home: Home;
let project: string;
let server: { readonly output: () => string; readonly ended: Promise<number | null> };

interface Typed {
  readonly code: number | null;
  readonly output: string;
}

/** Types a line at a terminal, in the project; `answers` are what is asked for there. */
function type(line: string, answers = ''): Promise<Typed> {
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qec', line, '/dev/null'], { env: shell(), cwd: project });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString().replaceAll('\r\n', '\n');
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
    child.stdin.on('error', () => undefined);
    child.stdin.write(answers);
    child.on('exit', () => child.stdin.end());
  });
}

const shell = () => ({
  ...home.env,
  CI: '',
  SHELL: '/bin/sh',
  PATH: `${join(home.home, 'bin')}:${home.env['PATH'] ?? ''}`,
});

beforeAll(async () => {
  home = await newHome();
  home.configure('port: 0\nadmin_port: 0\nkill_switch: { enabled: true }\n');
  project = join(home.home, 'project');
  for (const folder of ['bin', 'project/logs', '.claude']) {
    mkdirSync(join(home.home, folder), { recursive: true });
  }
  const programs = join(home.home, 'bin');
  installStandIn(programs);
  installProgram(programs, 'tripwire', `#!/bin/sh\nexec '${ROOT}/bin/tripwire' "$@"\n`);
});
afterAll(async () => {
  await runTripwire(['off'], '', home.env);
  await home.provider.close();
});

/** One command that stops the named agent, which is at work, and what the agent hears then. */
async function isWoundDown(line: string): Promise<void> {
  const [, url = ''] =
    /export ANTHROPIC_BASE_URL=(\S+\/agents\/claude\/anthropic)/.exec(server.output()) ?? [];
  const agent = { baseUrl: url, format: 'anthropic', requestsMax: 3, stepDelayMs: 0 } as const;
  expect((await httpAgent({ ...agent, kind: 'healthy' })).reason).not.toBe('refused');
  expect(await type(line)).toMatchObject({ code: 0 });
  expect((await httpAgent({ ...agent, kind: 'healthy' })).reason).toBe('refused');
  expect((await type('tripwire resume claude', 'claude\n')).code).toBe(0);
}

/** What is printed, in an order in which a person may type it, and what is to come of it. */
const plays: Readonly<Record<string, () => Promise<void>>> = {
  'tripwire scan': async () => {
    expect(await type('tripwire scan')).toMatchObject({ code: 0 });
  },
  'tripwire scan --since 7d --html report.html': async () => {
    expect(await type('tripwire scan --since 7d --html report.html')).toMatchObject({ code: 0 });
    expect(readFileSync(join(project, 'report.html'), 'utf8')).toContain('<!doctype html>');
  },
  'tripwire scan --only logs/ --json': async () => {
    const { code, output } = await type('tripwire scan --only logs/ --json');
    expect(code).toBe(0);
    expect(JSON.parse(output)).toBeTypeOf('object');
  },
  // It shows the change, asks, tests, and makes the project's folder.
  'tripwire init claude-code': async () => {
    const { code, output } = await type('tripwire init claude-code', 'y\n');
    expect(code, output).toBe(0);
    expect(readFileSync(join(home.home, '.claude/settings.json'), 'utf8')).toContain('tripwire');
    expect(existsSync(join(project, '.geometry/MANIFEST.yaml'))).toBe(true);
  },
  'touch .geometry/PAUSE': async () => {
    expect((await type('touch .geometry/PAUSE')).code).toBe(0);
    expect(await prompted()).toContain('"block"');
  },
  'rm .geometry/PAUSE': async () => {
    expect((await type('rm .geometry/PAUSE')).code).toBe(0);
    expect(await prompted()).not.toContain('"block"');
  },
  'touch .geometry/STOP': async () => {
    expect((await type('touch .geometry/STOP')).code).toBe(0);
    expect(await prompted()).toMatch(/"block"|"continue":false/);
  },
  'tripwire release': async () => {
    const { code, output } = await type('tripwire release', 'y\n');
    expect(code, output).toBe(0);
    expect(output).toMatch(/In force: stop: [^]*work again\? [^]*Lifted: stop: /);
    expect(existsSync(join(project, '.geometry/STOP'))).toBe(false);
  },
  'tripwire release blocker': async () => {
    writeFileSync(join(project, '.geometry/BLOCKER_REPORT.md'), 'It cannot be done.\n');
    expect(await prompted()).toContain('"block"');
    const { code, output } = await type('tripwire release blocker', 'y\n');
    expect(code, output).toBe(0);
    expect(await prompted()).not.toContain('"block"');
  },
  // Whoever has nothing to release is not asked.
  'tripwire release --project DIR': async () => {
    const line = `tripwire release --project ${project}`;
    expect(await type(line)).toMatchObject({ code: 2 });
    writeFileSync(join(project, '.geometry/PAUSE'), '');
    const { code, output } = await type(line, 'y\n');
    expect(code, output).toBe(0);
    expect(output).toMatch(/In force: pause: [^]*work again\? [^]*Lifted: pause: /);
    expect(await prompted()).not.toContain('"block"');
  },
  'tripwire identity show': async () => {
    const { code, output } = await type('tripwire identity show');
    expect(code, output).toBe(1);
  },
  'tripwire identity pin --role developer': async () => {
    const { code, output } = await type('tripwire identity pin --role developer');
    expect(code, output).toBe(0);
    expect((await type('tripwire identity show')).code).toBe(0);
  },
  'tripwire run --task "Make the tests of src/parser pass." --until 07:00 --budget 5M -- claude --permission-mode acceptEdits':
    async () => {
      const [line = ''] = printedIn('docs/overnight.md').filter((one) => one.includes('--task'));
      const { code, output } = await type(line);
      expect(code, output).toBe(0);
    },
  'tripwire report': async () => {
    const { code, output } = await type('tripwire report');
    expect(code, output).toBe(0);
    expect(output).toContain('Make the tests of src/parser pass.');
  },
  'tripwire report --html night.html': async () => {
    expect((await type('tripwire report --html night.html')).code).toBe(0);
    expect(readFileSync(join(project, 'night.html'), 'utf8')).toContain('<svg viewBox=');
  },
  'tripwire up': async () => {
    let output = '';
    const child = spawn(join(ROOT, 'bin/tripwire'), ['up'], {
      env: { ...shell(), CI: 'true' },
      cwd: project,
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    server = { output: () => output, ended };
    await vi.waitFor(() => expect(output).toContain('To stop everything'), { timeout: 60_000 });
  },
  'bin/tripwire doctor': async () => {
    const { code, output } = await type(`'${ROOT}'/bin/tripwire doctor`);
    expect(code, output).toBe(0);
    expect(output).toMatch(/kill switch/i);
  },
  'tripwire stop claude --wind-down': () => isWoundDown('tripwire stop claude --wind-down'),
  'tripwire stop claude --wind-down --calls 4 --seconds 60': () =>
    isWoundDown('tripwire stop claude --wind-down --calls 4 --seconds 60'),
  'tripwire off': async () => {
    expect(await type('tripwire off')).toMatchObject({ code: 0 });
    expect(await server.ended).toBe(0);
  },
  'tripwire init --remove': async () => {
    const { code, output } = await type('tripwire init --remove', 'y\n');
    expect(code, output).toBe(0);
    expect(existsSync(join(home.home, '.claude/settings.json'))).toBe(false);
  },
  'tripwire service status': async () => {
    expect((await type('tripwire service status')).output).toContain('tripwire service install');
  },
  'tripwire service remove': async () => {
    expect(await type('tripwire service remove')).toMatchObject({ code: 0 });
  },
  'rm -r ~/.tripwire': async () => {
    expect(await type('rm -r ~/.tripwire')).toMatchObject({ code: 0 });
    expect(existsSync(home.data)).toBe(false);
  },
};

/** What the hooks that were written answer to a prompt. */
async function prompted(): Promise<string> {
  const payload = { hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: 'go', cwd: '' };
  writeFileSync(join(project, 'logs/prompt'), JSON.stringify({ ...payload, cwd: project }));
  return (await type('tripwire hook claude-code < logs/prompt')).output;
}

/** What another test plays, or nobody can here; the page says so then. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/^npm start$|^git pull && npm start$/, 'test/serve/demo.test.ts'],
  [/^npm install -g agent-tripwire$|^npx agent-tripwire/, 'test/pack/pack.test.ts'],
  [/^claude\b/, 'test/clients/hooks-document.client.ts'],
  [/^tripwire init claude-code --mod$/, 'test/hooks/claude-code-mod.test.ts'],
  [/^tripwire service install$/, 'test/cli/login-service.test.ts'],
  [/^export OTEL_/, 'test/proxy/reported-traces.test.ts'],
  [/^tripwire up --store|^npm install pg|^createdb/, 'test/fleet/serve-postgres.test.ts'],
  [/^tripwire migrate --from/, 'test/fleet/migrate.test.ts'],
  [/^createuser|^tripwire migrate --to .* --grant/, 'test/fleet/roles.test.ts'],
  [/^tripwire audit (?:verify|export) .*(?:--store|--key)/, 'test/fleet/audited-database.test.ts'],
  [/^docker compose/, 'docs/service.md'],
  // Of the README, and in its test.
  [/^bin\/tripwire (?!doctor)/, 'test/cli/newcomer.test.ts'],
  [/^cd [a-z-]+$/, 'test/cli/newcomer-pages.test.ts'],
];

test('the pages print no command that nobody has tried', () => {
  const pages = listFiles(ROOT).filter((path) => /^(?:README|docs\/[^/]+)\.md$/.test(path));
  const lines = pages.flatMap(printedIn);
  const untried = lines.filter(
    (line) => plays[line] === undefined && !elsewhere.some(([form]) => form.test(line)),
  );
  expect(untried).toEqual([]);
  expect(Object.keys(plays).filter((line) => !lines.includes(line))).toEqual([]);
  for (const [, file] of elsewhere) expect(existsSync(join(ROOT, file)), file).toBe(true);
});

test.each(Object.entries(plays))('%s', async (_, play) => {
  await play();
});
