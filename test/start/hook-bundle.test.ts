/** The bundle that hooks are started from: what npm packs answers, and what it keeps for the next time is harmless. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildHook } from '../../scripts/build-hook.ts';
import type { ClientId } from '../../src/clients/table.ts';
import { recordedPayload } from '../hooks/recorded-payloads.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder('package');
const packed = join(folder, 'package');
let home = '';
let project = '';

beforeAll(async () => {
  // The package as it is before npm packs it, without what hooks do not need.
  const made = join(folder, 'made');
  for (const file of ['package.json', 'bin/tripwire', 'bin/start-hook.cjs']) {
    mkdirSync(dirname(join(made, file)), { recursive: true });
    copyFileSync(join(repository, file), join(made, file));
  }
  mkdirSync(join(made, 'dist/program'), { recursive: true });
  writeFileSync(join(made, 'dist/program/main.js'), 'throw new Error("a hook starts elsewhere");');
  await buildHook(join(made, 'dist/hook'));
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { stdout, stderr } = spawnSync('npm', args, { cwd: made, encoding: 'utf8' });
  const [archive = ''] = stdout.trim().split('\n');
  const { status } = spawnSync('tar', ['-xzf', join(folder, archive), '-C', folder]);
  expect(status, stderr).toBe(0);
}, 60_000);

beforeEach(() => {
  home = temporaryFolder('home');
  project = temporaryFolder('project');
});

/** What each client reports before a tool runs. */
const BEFORE_TOOL = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  'gemini-cli': 'BeforeTool',
  opencode: 'tool.execute.before',
} as const satisfies Readonly<Partial<Record<ClientId, string>>>;
type HookClient = keyof typeof BEFORE_TOOL;

/** An event in the empty project. */
function hook(
  eventName = 'PreToolUse',
  environment: Readonly<Record<string, string>> = {},
  client: HookClient = 'claude-code',
) {
  const place = client === 'opencode' ? { directory: project } : { cwd: project };
  const { status, stdout, stderr } = spawnSync(join(packed, 'bin/tripwire'), ['hook', client], {
    input: JSON.stringify({ ...recordedPayload(client, eventName), ...place }),
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, ...environment },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

/** Gemini CLI has no other way to end a session at this event. */
const REFUSED = /"(?:deny|block)"|"continue":false/;
const PASSED = { status: 0, stdout: '', stderr: '' };
const compiled = () => join(home, '.tripwire/compiled');
const keptFile = () => {
  const name = readdirSync(compiled()).find((one) => one.startsWith('decide-'));
  return join(compiled(), name ?? 'nothing is kept');
};

describe('the package that npm packs', () => {
  test('loads no settings and no YAML for ordinary work: a client waits for every hook', () => {
    // The first one of a project writes its manifest.
    expect(hook()).toEqual(PASSED);
    home = temporaryFolder('home');
    expect(hook()).toEqual(PASSED);
    expect(hook('PostToolUse')).toEqual(PASSED);
    const large = readdirSync(compiled()).map((name) => name.split('-')[0]);
    expect(new Set(large)).toEqual(new Set(['ask', 'decide', 'rules']));
  });

  test('answers hooks in an empty project: healthy work passes, a stop denies', () => {
    expect(hook()).toEqual(PASSED);
    expect(hook('PostToolUse')).toEqual(PASSED);
    expect(existsSync(join(project, '.geometry/journal.db'))).toBe(true);
    writeFileSync(join(project, '.geometry/STOP'), '');
    const { status, stdout } = hook();
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  });

  test.each(Object.entries(BEFORE_TOOL) as [HookClient, string][])(
    'answers %s: healthy work passes and what is held is denied, with a journal of its own and beside a server',
    async (client, eventName) => {
      const passes = () => ({
        ...PASSED,
        stdout: client === 'opencode' ? '{"action":"pass","say":null}\n' : '',
      });
      expect(hook(eventName, {}, client)).toEqual(passes());
      writeFileSync(join(project, '.geometry/STOP'), '');
      expect(hook(eventName, {}, client).stdout).toMatch(REFUSED);
      project = temporaryFolder('project');
      const place = await newHome();
      const server = await startTripwire(place);
      try {
        const named = { TRIPWIRE_URL: server.url };
        expect(hook(eventName, named, client)).toEqual(passes());
        await server.api('/api/stop-all', { by: 'ada', why: 'a test' });
        expect(hook(eventName, named, client).stdout).toMatch(REFUSED);
        expect(existsSync(join(project, '.geometry/journal.db'))).toBe(false);
      } finally {
        await server.end();
        await place.provider.close();
      }
    },
    60_000,
  );

  test('reads what people write: a manifest, settings, and says what is wrong with them', () => {
    expect(hook()).toEqual(PASSED);
    const manifest = join(project, '.geometry/MANIFEST.yaml');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(': 100', ': 99 # mine'));
    expect(hook('PostToolUse')).toEqual(PASSED);
    expect(readFileSync(manifest, 'utf8')).toContain(': 99 # mine');
    mkdirSync(join(home, '.tripwire'), { recursive: true });
    const settings = join(home, '.tripwire/tripwire.yaml');
    writeFileSync(settings, 'kill_switch:\n  threshold: 40\n');
    expect(hook()).toEqual(PASSED);
    writeFileSync(settings, 'no_such_setting: 1\n');
    expect(hook().stdout).toContain('no_such_setting');
  });

  test('lets a running server answer, and refuses when it is gone', async () => {
    const place = await newHome();
    const server = await startTripwire(place);
    const named = { TRIPWIRE_URL: server.url };
    try {
      expect(hook('PreToolUse', named)).toEqual(PASSED);
      expect(hook('PostToolUse', named)).toEqual(PASSED);
      expect(existsSync(join(project, '.geometry/journal.db'))).toBe(false);
      // The project is known by now: the server judges, and nothing is loaded here that does.
      rmSync(compiled(), { recursive: true });
      expect(hook('PreToolUse', named)).toEqual(PASSED);
      expect(hook('PostToolUse', named)).toEqual(PASSED);
      // What the server leaves to the hook is judged with the rules, which are loaded late.
      writeFileSync(join(project, '.geometry/PAUSE'), '');
      expect(hook('PreToolUse', named).stdout).toContain('"permissionDecision":"deny"');
      rmSync(join(project, '.geometry/PAUSE'));
      expect(hook('PreToolUse', named)).toEqual(PASSED);
      rmSync(compiled(), { recursive: true });
      await server.api('/api/stop-all', { by: 'ada', why: 'a test' });
      expect(hook('PreToolUse', named).stdout).toContain('"permissionDecision":"deny"');
      expect(readdirSync(compiled()).filter((name) => !name.startsWith('ask-'))).toEqual([]);
    } finally {
      await server.end();
      await place.provider.close();
    }
    const { stdout } = hook('PreToolUse', named);
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stdout).toContain('does not answer');
  }, 60_000);

  test('survives what somebody else runs in its process: expressions of theirs are used before ours and after', () => {
    const preload = join(home, 'preload.cjs');
    writeFileSync(
      preload,
      `const used = [/(?:a|b)+c?/g, /^[\\w./-]+(?:ab|c)\\d*$/i];
       const use = () => { for (const one of used) 'xxabcxxabc'.replace(one, () => 'y'); };
       use();
       process.on('exit', () => { use(); use(); use(); });`,
    );
    const preloaded = { NODE_OPTIONS: `--require ${preload}` };
    expect(hook('PreToolUse', preloaded)).toEqual(PASSED);
    expect(hook('PostToolUse', preloaded)).toEqual(PASSED);
    expect(hook('PreToolUse', { NODE_DEBUG: 'none' })).toEqual(PASSED);
  });

  test('holds the licences of what is in it, and is the same from the same sources', () => {
    const bundle = join(packed, 'dist/hook');
    const licences = readFileSync(join(bundle, 'LICENSES.txt'), 'utf8');
    expect(licences).toMatch(/^yaml \S+ \(ISC\)\n\nCopyright Eemeli Aro/m);
    expect(licences).toMatch(/^zod \S+ \(MIT\)\n\nMIT License/m);
    // The run has built it before its first test; files of earlier bundles may lie beside it.
    const again = join(repository, 'dist/hook');
    const names = readdirSync(bundle);
    expect(readdirSync(again)).toEqual(expect.arrayContaining(names));
    for (const name of names) {
      expect(readFileSync(join(again, name), 'utf8')).toBe(
        readFileSync(join(bundle, name), 'utf8'),
      );
    }
    const code = names.filter((name) => name.endsWith('.cjs'));
    for (const name of code)
      expect(readFileSync(join(bundle, name), 'utf8')).not.toContain(repository);
  });
});

describe('what is loaded', () => {
  const bundle = () => join(packed, 'dist/hook');
  const text = (name: string) => readFileSync(join(bundle(), name), 'utf8');
  const chunk = (name: string) =>
    readdirSync(bundle()).find((one) => one.startsWith(`${name}-`)) ?? `${name} is missing`;
  /** What a file loads as soon as it is loaded: of the bundle by its kind, of Node by its name. */
  const loaded = (name: string): ReadonlySet<string> =>
    new Set(
      [...text(name).matchAll(/(?:const|let) \w+=require\("(?:\.\/)?([^"]+)"\)/g)].map(([, from]) =>
        (from ?? '').replace(/-[\w-]{8}\.cjs$/, ''),
      ),
    );
  const RUNTIME = 'rolldown-runtime';

  test('before the payload is read it is small, and holds nothing that decides', () => {
    expect(loaded('main.cjs')).toEqual(new Set(['ask']));
    expect(loaded(chunk('ask'))).toEqual(new Set([RUNTIME, 'node:fs', 'node:os', 'node:path']));
    expect(text(chunk('ask')).length).toBeLessThan(72_000);
  });

  test('what is not plain work beside a server: the rules, without the journal and without what starts programs', () => {
    expect(loaded(chunk('rules'))).toEqual(
      new Set([RUNTIME, 'ask', 'node:crypto', 'node:fs', 'node:path']),
    );
    // 255 kB before the judge knew rounds that are begun with another thing and what says no.
    expect(text(chunk('rules')).length).toBeLessThan(262_000);
    // 295 kB before rows had a short form and a call one record for its end.
    expect(text(chunk('decide')).length).toBeLessThan(303_000);
  });

  test('for a command it is two files, and nothing of Node that takes long', () => {
    expect(loaded('commands.cjs')).toEqual(
      new Set([RUNTIME, 'base', 'node:fs', 'node:module', 'node:os', 'node:path', 'node:util']),
    );
    // 47 kB before commands looked who listens where they send a token, and stops told more of their course.
    expect(text('commands.cjs').length).toBeLessThan(50_000);
  });

  test('nothing loads what begins a hook or a command: that would begin it', () => {
    const code = readdirSync(bundle()).filter((name) => name.endsWith('.cjs'));
    const beginning = /require\("\.\/(?:main|commands)\.cjs"\)/;
    expect(code.filter((name) => beginning.test(text(name)))).toEqual([]);
  });

  test('is ASCII, which V8 reads as it is', () => {
    const foreign = /[^\x20-\x7e\t\n\r]/;
    const code = readdirSync(bundle()).filter((name) => name.endsWith('.cjs'));
    expect(code.filter((name) => foreign.test(text(name)))).toEqual([]);
  });
});

describe('what V8 compiled', () => {
  test('is kept for the next time, where only its owner reads it, and not for ever anew', () => {
    for (let round = 0; round < 8; round += 1) expect(hook()).toEqual(PASSED);
    expect(statSync(compiled()).mode & 0o777).toBe(0o700);
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(keptFile());
    expect(hook()).toEqual(PASSED);
    expect(readFileSync(keptFile()).equals(bytes)).toBe(true);
    expect(readdirSync(compiled()).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('is not used when it is damaged, and is replaced', () => {
    hook();
    const whole = readFileSync(keptFile());
    const damages = [whole.subarray(0, 1000), Buffer.alloc(0), Buffer.alloc(whole.length, 7)];
    const flipped = Buffer.from(whole);
    flipped.writeUInt8((whole.at(-100) ?? 0) ^ 0xff, whole.length - 100);
    for (const damaged of [...damages, flipped]) {
      writeFileSync(keptFile(), damaged);
      expect(hook()).toEqual(PASSED);
      expect(readFileSync(keptFile()).length).toBeGreaterThan(whole.length / 2);
      expect(readFileSync(keptFile()).equals(damaged)).toBe(false);
    }
  });

  test('is neither used nor written where others can write', () => {
    hook();
    const place = keptFile();
    const poison = Buffer.from('what somebody else put there');
    for (const open of [compiled(), join(home, '.tripwire')]) {
      writeFileSync(place, poison);
      chmodSync(open, 0o777);
      expect(hook()).toEqual(PASSED);
      expect(readFileSync(place).equals(poison)).toBe(true);
      chmodSync(open, 0o700);
    }
  });

  test('is done without where no folder can be made', () => {
    writeFileSync(join(home, 'file'), '');
    expect(hook('PreToolUse', { TRIPWIRE_DATA: join(home, 'file/data') })).toEqual(PASSED);
    expect(hook('PreToolUse', { TRIPWIRE_DATA: '/proc/nowhere' })).toEqual(PASSED);
    writeFileSync(join(home, 'data'), 'no folder');
    expect(hook('PreToolUse', { TRIPWIRE_DATA: join(home, 'data') })).toEqual(PASSED);
  });
});
