/** `tripwire init` as a person runs it, below a root of its own: in, twice, out, and what it refuses. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const program = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const HOME = '/home/ada';

/** A machine of its own: a root, a home in it, and a project to stand in. */
function machine(files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const root = join(folder, 'root');
  const project = join(folder, 'project');
  mkdirSync(join(root, HOME), { recursive: true });
  mkdirSync(project);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const init = (...args: readonly string[]) =>
    run(['init', '--root', root, ...args], project, {
      HOME,
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    });
  return { root, project, read, init };
}

function run(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Every file below a folder with its text. */
function tree(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const claudeSettings =
  '{\n    // mine\n    "model": "opus", "env": {"ANTHROPIC_API_KEY": "sk-hidden"}\n}';
const settings = {
  [`${HOME}/.claude/settings.json`]: claudeSettings,
  [`${HOME}/.codex/config.toml`]: 'model = "gpt-5"\n',
  [`${HOME}/.gemini/settings.json`]:
    '{"hooksConfig":{"enabled":false},"hooks":{"BeforeTool":[]}}\n',
  [`${HOME}/.config/opencode/opencode.json`]: '{}',
};

describe('tripwire init', () => {
  test('guards every client that is here, proves it, and takes itself out without a trace', async () => {
    const { root, project, read, init } = machine(settings);
    const before = tree(root);

    const first = await init('--yes', '--json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const outcome = JSON.parse(first.stdout) as { readonly clients: readonly object[] };
    expect(outcome.clients).toHaveLength(4);
    for (const client of outcome.clients) {
      expect(client).toMatchObject({ changed: true, selfTest: { ok: true } });
    }
    // What its hooks alone cannot do is said where they are installed.
    const lacks = expect.stringContaining('tripwire run -- codex') as string;
    expect(outcome.clients).toContainEqual(expect.objectContaining({ client: 'codex', lacks }));
    expect(read(`${HOME}/.claude/settings.json`)).toContain('// mine');
    expect(read(`${HOME}/.claude/settings.json.before-tripwire`)).toBe(claudeSettings);
    expect(read(`${HOME}/.codex/hooks.json`)).toContain(`'${program}' hook codex || sh -c `);
    expect(read(`${HOME}/.gemini/settings.json`)).toContain('{"enabled":true}');
    expect(read(`${HOME}/.config/opencode/plugin/tripwire.js`)).toContain('hook opencode');
    expect(Object.keys(tree(project)).toSorted()).toStrictEqual([
      '.geometry/.gitignore',
      '.geometry/MANIFEST.yaml',
      '.geometry/hooks/compaction-gate-enforcement.sh',
      '.gitignore',
    ]);
    expect(tree(project)['.gitignore']).toBe('.geometry/\n');

    const installed = { root: tree(root), project: tree(project) };
    const second = await init('--json');
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ files: [] });
    expect({ root: tree(root), project: tree(project) }).toStrictEqual(installed);

    expect(await init('--remove', '--yes')).toMatchObject({ code: 0 });
    expect(tree(root)).toStrictEqual(before);
    expect(await init('--remove')).toMatchObject({ code: 0 });
  }, 120_000);

  test('what a person changed meanwhile stays when the hooks go', async () => {
    const file = `${HOME}/.claude/settings.json`;
    const { root, read, init } = machine(settings);
    expect(await init('claude-code', '--yes')).toMatchObject({ code: 0 });
    writeFileSync(join(root, file), read(file).replace('"opus"', '"sonnet"'));
    expect(await init('claude-code', '--remove', '--yes')).toMatchObject({ code: 0 });
    expect(read(file)).toBe(claudeSettings.replace('"opus"', '"sonnet"'));
  }, 60_000);

  test('without a terminal it shows the change, without its secrets, and writes nothing', async () => {
    const { root, project, init } = machine(settings);
    const before = tree(root);
    const outcome = await init('claude-code');
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('run it again with --yes');
    expect(outcome.stdout).toContain('+    "hooks": {');
    expect(outcome.stdout).not.toContain('sk-hidden');
    expect(tree(root)).toStrictEqual(before);
    expect(tree(project)).toStrictEqual({});
  });

  test.each([
    ['{"hooks": [', 'line 1 is not JSON'],
    ['{"disableAllHooks": true}', 'disableAllHooks'],
    ['[]', 'no JSON object'],
  ])('settings %j are refused and left alone', async (text, why) => {
    const { root, project, init } = machine({ [`${HOME}/.claude/settings.json`]: text });
    const outcome = await init('claude-code', '--yes');
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(why);
    expect(tree(root)).toStrictEqual({ 'home/ada/.claude/settings.json': text });
    expect(tree(project)).toStrictEqual({});
  });

  test('a plugin of somebody else is not replaced', async () => {
    const path = `${HOME}/.config/opencode/plugin/tripwire.js`;
    const { read, init } = machine({ [path]: 'export const Mine = 1;\n' });
    expect(await init('opencode', '--yes')).toMatchObject({ code: 2 });
    expect(await init('opencode', '--yes', '--remove')).toMatchObject({ code: 0 });
    expect(read(path)).toBe('export const Mine = 1;\n');
  });

  test('a machine without clients, a client nobody knows, and two at once are refused', async () => {
    const { init } = machine();
    expect((await init('--yes')).stderr).toContain('no coding agent was found');
    expect((await init('vim')).stderr).toContain('does not know the client "vim"');
    expect((await init('codex', 'gemini')).stderr).toContain('one client, not 2');
    expect((await init('gemini', '--managed')).stderr).toContain('leave --managed out');
  });
});

describe.runIf(process.platform === 'linux')('tripwire init --managed', () => {
  test('puts the hooks where only root can change them, instead of the own settings', async () => {
    const { root, read, init } = machine({
      ...settings,
      '/etc/codex/requirements.toml': '# policy\nallowed_approval_policies = ["untrusted"]',
    });
    const before = tree(root);
    expect(await init('claude-code', '--yes')).toMatchObject({ code: 0 });
    const outcome = await init('--managed', '--yes');
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(read('/etc/claude-code/managed-settings.json')).toContain(
      '"allowManagedHooksOnly": true',
    );
    expect(read('/etc/codex/requirements.toml')).toContain(`managed_dir = "${dirname(program)}"`);
    // Installed twice they would run twice.
    expect(read(`${HOME}/.claude/settings.json`)).toBe(claudeSettings);
    expect((await init('claude-code', '--yes')).stdout).toContain(
      'managed settings hold the hooks',
    );
    expect(read(`${HOME}/.claude/settings.json`)).toBe(claudeSettings);
    const again = await init('--managed', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, files: [] });

    expect(await init('--managed', '--remove', '--yes')).toMatchObject({ code: 0 });
    expect(tree(root)).toStrictEqual(before);
    expect(existsSync(join(root, '/etc/claude-code/managed-settings.json'))).toBe(false);
  }, 60_000);
});
