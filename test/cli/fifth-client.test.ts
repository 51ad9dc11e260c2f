/**
 * A coding agent that nobody has, added to a copy of the sources: a folder in `src/clients` and a row in its table. All
 * else of Tripwire must know it then, without another line.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHORT_LIVED_GO } from '../../scripts/run/short-lived-go.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'tripwire-fifth-'));
const copy = join(root, 'tripwire');
const home = join(root, 'home');
const project = join(home, 'project');

beforeAll(() => {
  for (const part of ['src', 'bin', 'package.json', 'tsconfig.json']) {
    cpSync(join(repository, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  addFolder();
  addRow();
  mkdirSync(project, { recursive: true });
  write('home/.lantern/account.json', '{"key":"secret"}');
  write('home/.lantern/runs/one.glow.jsonl', '{"glow":"look"}\n{"glow":"look"}\n');
  write('home/bin/lantern', '#!/bin/sh\n');
  chmodSync(join(root, 'home/bin/lantern'), 0o755);
}, 60_000);

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The client's folder; only the way to its neighbours is shorter there. */
function addFolder(): void {
  const from = join(repository, 'test/kit/fifth-client');
  for (const file of readdirSync(from)) {
    const text = readFileSync(join(from, file), 'utf8')
      .replaceAll("'../../../src/clients/", "'../")
      .replaceAll("'../../../src/", "'../../");
    write(`tripwire/src/clients/lantern/${file}`, text);
  }
}

/** The client's row, and the import that it needs. */
function addRow(): void {
  const table = join(copy, 'src/clients/table.ts');
  const before = readFileSync(table, 'utf8');
  const after = before
    .replace(/^const ROWS = \[(.*)\] as const;$/m, 'const ROWS = [$1, LANTERN] as const;')
    .replace(/^import /m, "import { LANTERN } from './lantern/index.ts';\nimport ");
  expect(after.match(/LANTERN/g)).toHaveLength(2);
  writeFileSync(table, after);
}

const { TRIPWIRE_URL: _url, TRIPWIRE_DIR: _dir, ...outer } = process.env;
const env = { ...outer, HOME: home, CI: 'true', PATH: `${join(home, 'bin')}:${outer['PATH']}` };

function tripwire(args: readonly string[], input = '') {
  const options = { cwd: project, env, input, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(join(copy, 'bin/tripwire'), args, options);
  return { status, stdout, stderr };
}

function asJson(args: readonly string[]): unknown {
  const { stdout, stderr } = tripwire([...args, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** What a module of the copy gives for an expression. */
function evaluated(names: string, module: string, expression: string): unknown {
  const from = JSON.stringify(join(copy, 'src', module));
  const program = `import { ${names} } from ${from}; console.log(JSON.stringify(${expression}));`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const TIMEOUT_MS = 120_000;

test('the sources compile: no table elsewhere misses a row', { timeout: 300_000 }, () => {
  const settings = {
    extends: './tsconfig.json',
    compilerOptions: { noUnusedLocals: false },
    include: ['src'],
    exclude: ['src/**/*.test.ts', 'src/**/*.case.ts'],
  };
  write('tripwire/tsconfig.src.json', JSON.stringify(settings));
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '--noEmit', '-p', join(copy, 'tsconfig.src.json'), '--singleThreaded'];
  const options = { env: { ...SHORT_LIVED_GO, ...process.env }, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync(process.execPath, args, options);
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test('doctor finds it, and how it is logged in', { timeout: TIMEOUT_MS }, () => {
  expect(asJson(['doctor'])).toMatchObject({
    clients: expect.arrayContaining([
      expect.objectContaining({
        client: 'lantern',
        title: 'Lantern',
        login: { kind: 'api-key', detail: 'account.json' },
      }),
    ]) as unknown,
  });
});

test(
  'init writes its hooks, after the hook has proved that it denies',
  { timeout: TIMEOUT_MS },
  () => {
    expect(asJson(['init', 'lamp', '--yes'])).toMatchObject({
      ok: true,
      clients: [{ client: 'lantern', title: 'Lantern', selfTest: { ok: true } }],
    });
    const written: unknown = JSON.parse(readFileSync(join(home, '.lantern/hooks.json'), 'utf8'));
    expect(written).toMatchObject({ hooks_on: true, hooks: { before_tool: [{ hooks: [{}] }] } });
    expect(JSON.stringify(written)).toContain('hook lantern ||');
  },
);

test('its hook passes, denies and refuses in its own words', { timeout: TIMEOUT_MS }, () => {
  const call = { moment: 'before_tool', run: 'r1', folder: project, tool: 'shell', with: {} };
  const hook = (payload: unknown) => tripwire(['hook', 'lantern'], JSON.stringify(payload));
  expect(hook(call)).toEqual({ status: 0, stdout: '', stderr: '' });
  write('home/project/.geometry/PAUSE', '');
  expect(JSON.parse(hook(call).stdout)).toEqual({
    veto: expect.stringContaining('PAUSE') as string,
  });
  rmSync(join(project, '.geometry/PAUSE'));
  expect(hook({ ...call, folder: 7 })).toMatchObject({ status: 2 });
  expect(tripwire(['hook', '--help']).stdout).toContain('lantern');
});

test('scan reads its transcripts', { timeout: TIMEOUT_MS }, () => {
  const { stdout } = tripwire(['scan']);
  expect(stdout).toContain('1 run (Lantern 1), 2 calls in 1 file');
  const given = tripwire(['scan', '--only', join(home, '.lantern/runs')]);
  expect(given.stdout).toContain('1 run (Lantern 1)');
});

test('identity knows what makes up its agent', { timeout: TIMEOUT_MS }, () => {
  writeFileSync(join(project, 'LANTERN.md'), 'Be bright.');
  expect(asJson(['identity', 'show', '--client', 'lantern'])).toMatchObject({
    client: 'lantern',
    entries: expect.arrayContaining([
      expect.objectContaining({ name: 'project/LANTERN.md', part: 'system_prompt' }),
      expect.objectContaining({ name: 'config/hooks.json', part: 'hooks' }),
    ]) as unknown,
  });
});

test('the proxy knows its requests', { timeout: TIMEOUT_MS }, () => {
  const headers = '[["user-agent", "lantern/1.0"], ["x-lantern-session", "s1"]]';
  const facts = evaluated(
    'clientFacts',
    'clients/client-headers.ts',
    `clientFacts(${headers}, {})`,
  );
  expect(facts).toMatchObject({ client: 'lantern', session: 's1' });
});

test(
  'it is pointed here, run unattended and measured like the others',
  { timeout: TIMEOUT_MS },
  () => {
    expect(
      evaluated('clientLines', 'clients/lines.ts', 'clientLines("http://here")'),
    ).toContainEqual({
      client: 'Lantern',
      line: 'export LANTERN_API=http://here/agents/lantern/anthropic',
    });
    const run = '{ session: "s1", isTold: false, usdMax: null }';
    const words = `headlessWords(["/opt/lantern", "work"], ${run})`;
    expect(evaluated('headlessWords', 'clients/engine-forms.ts', words)).toEqual({
      program: '/opt/lantern',
      args: ['--quiet', 'work', 's1'],
    });
    write('home/log.jsonl', '{"lit":7}\n');
    const usage = `await transcriptUsage(${JSON.stringify(join(home, 'log.jsonl'))}, null)`;
    expect(evaluated('transcriptUsage', 'clients/transcript-usage.ts', usage)).toMatchObject({
      tokens: 7,
    });
  },
);
