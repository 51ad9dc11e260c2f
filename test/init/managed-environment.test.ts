/**
 * Hooks that root installed, with an environment that the agent chose: whatever is in it, a PAUSE holds, and without one
 * the call passes. The command is the one that `tripwire init --managed` wrote.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));

interface Managed {
  readonly folder: string;
  readonly root: string;
  readonly project: string;
  readonly clean: Readonly<Record<string, string>>;
  /** Asks the hook as the client does, with these variables besides. */
  readonly ask: (more?: Readonly<Record<string, string>>) => Promise<Outcome>;
}

function run(
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const [first = '', ...rest] = words;
    const child = spawn(first, rest, { cwd, env });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => {
        said[name] += chunk.toString();
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** A machine with managed hooks of a client, and a project. */
async function managed(client: 'claude-code' | 'codex'): Promise<Managed> {
  const folder = temporaryFolder();
  const [root, project] = [join(folder, 'root'), join(folder, 'project')];
  for (const made of [join(root, 'home'), join(project, '.geometry')]) {
    mkdirSync(made, { recursive: true });
  }
  const clean = { HOME: join(root, 'home'), PATH: process.env['PATH'] ?? '' };
  const installed = await run(
    [program, 'init', client, '--managed', '--root', root, '--yes'],
    project,
    clean,
  );
  expect(installed).toMatchObject({ code: 0 });
  // So that the hook leaves the journal of whoever runs the test alone.
  mkdirSync(join(root, 'etc/tripwire'), { recursive: true });
  const variables = { TRIPWIRE_DATA: join(folder, 'data') };
  writeFileSync(join(root, 'etc/tripwire/hooks.json'), JSON.stringify({ variables }), {
    mode: 0o600,
  });
  const payload = JSON.stringify({
    session_id: 's1',
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'true' },
    tool_use_id: 'call-1',
  });
  const command = toolCommand(client, root);
  return {
    folder,
    root,
    project,
    clean,
    ask: (more = {}) => run(['/bin/sh', '-c', command], project, { ...clean, ...more }, payload),
  };
}

function toolCommand(client: 'claude-code' | 'codex', root: string): string {
  if (client === 'codex') {
    const text = readFileSync(join(root, 'etc/codex/requirements.toml'), 'utf8');
    const after = text.slice(text.indexOf('[[hooks.PreToolUse.hooks]]'));
    return JSON.parse(/^command = (".*")$/m.exec(after)?.[1] ?? '""') as string;
  }
  const file = join(root, 'etc/claude-code/managed-settings.json');
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  return hooks['PreToolUse']?.[0]?.hooks[0]?.command ?? '';
}

/** What an agent puts in the way: a program that says nothing and ends well, and a module that does. */
function traps(folder: string) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['node', 'find', 'readlink', 'env', 'timeout', 'sh', 'git', 'tripwire']) {
    writeFileSync(join(bin, name), '#!/bin/sh\nexit 0\n');
    chmodSync(join(bin, name), 0o755);
  }
  const exits = join(folder, 'exits.cjs');
  writeFileSync(exits, 'process.exit(0);\n');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(join(elsewhere, '.geometry'), { recursive: true });
  return { bin, exits, elsewhere };
}

const isDenied = ({ code, stdout }: Outcome) =>
  code === 2 || stdout.includes('"permissionDecision":"deny"');

describe.runIf(process.platform === 'linux')('managed hooks', () => {
  test.each(['claude-code', 'codex'] as const)(
    '%s: no variable switches them off',
    async (client) => {
      const { folder, project, ask } = await managed(client);
      const { bin, exits, elsewhere } = traps(folder);
      expect(isDenied(await ask())).toBe(false);
      writeFileSync(join(project, '.geometry/PAUSE'), '');
      expect(isDenied(await ask())).toBe(true);
      const tries: readonly Readonly<Record<string, string>>[] = [
        { NODE_OPTIONS: `--require=${exits}` },
        { NODE_OPTIONS: `--import=${exits}` },
        { NODE_PATH: folder, NODE_REPL_EXTERNAL_MODULE: exits },
        { TRIPWIRE_DIR: join(elsewhere, '.geometry') },
        { TRIPWIRE_DATA: join(elsewhere, 'data') },
        { TRIPWIRE_URL: 'http://127.0.0.1:1' },
        { TRIPWIRE_MANAGED: '' },
        { TRIPWIRE_MANAGED: join(elsewhere, 'hooks.json') },
        { HOME: elsewhere },
        { PATH: bin },
        { TMPDIR: elsewhere, XDG_DATA_HOME: elsewhere, XDG_CONFIG_HOME: elsewhere },
        { GIT_DIR: elsewhere, GIT_CONFIG_GLOBAL: exits },
        { LD_LIBRARY_PATH: bin, NODE_EXTRA_CA_CERTS: exits, NODE_COMPILE_CACHE: elsewhere },
        { CDPATH: elsewhere, IFS: 'tripwire', ENV: exits },
      ];
      // The line is the same for both clients but for the client's name.
      const asked = client === 'claude-code' ? tries : tries.filter((_one, at) => at % 3 === 0);
      for (const more of asked) expect(isDenied(await ask(more)), JSON.stringify(more)).toBe(true);
    },
  );

  test('what root lets pass passes, and a file that others can write to refuses everything', async () => {
    const { folder, root, project, ask } = await managed('claude-code');
    const { elsewhere } = traps(folder);
    const file = join(root, 'etc/tripwire/hooks.json');
    writeFileSync(join(project, '.geometry/PAUSE'), '');
    const variables = { TRIPWIRE_DATA: join(folder, 'data') };
    writeFileSync(file, JSON.stringify({ variables, pass: ['TRIPWIRE_DIR'] }));
    expect(isDenied(await ask({ TRIPWIRE_DIR: join(elsewhere, '.geometry') }))).toBe(false);
    chmodSync(file, 0o666);
    expect(isDenied(await ask({ TRIPWIRE_DIR: join(elsewhere, '.geometry') }))).toBe(true);
    chmodSync(file, 0o600);
    for (const text of ['not JSON', '{"variables":{"NODE_OPTIONS":"--inspect"}}']) {
      writeFileSync(file, text);
      const refused = await ask({ TRIPWIRE_DIR: join(elsewhere, '.geometry') });
      expect(isDenied(refused), text).toBe(true);
    }
  });
});
