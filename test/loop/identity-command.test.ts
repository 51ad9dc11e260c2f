/** `tripwire identity` as a person runs it, and the hooks of each client after it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { recordedPayload } from '../hooks/recorded-payloads.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const INSTRUCTIONS = {
  'claude-code': 'CLAUDE.md',
  codex: 'AGENTS.md',
  'gemini-cli': 'GEMINI.md',
  opencode: 'AGENTS.md',
} as const;
type Client = keyof typeof INSTRUCTIONS;
const CLIENTS = Object.keys(INSTRUCTIONS) as readonly Client[];

/** Every run of the command is a process of its own, which takes long on a busy machine. */
const PATIENCE_MS = 60_000;

/** A home and a project in it, with one way to run the command and one to make a call. */
function machine(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  const project = join(home, 'project');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  write('project/.git/HEAD', 'ref: refs/heads/feature\n');
  for (const [path, text] of Object.entries(files)) write(path, text);
  const run = (...args: readonly string[]) =>
    runTripwire(['identity', ...args, '--project', project], '', { HOME: home });
  /** What the client is answered; empty when the call may run. */
  const push = async (client: Client, command: string) => {
    const payload =
      client === 'opencode'
        ? {
            ...recordedPayload(client, 'tool.execute.before'),
            directory: project,
            tool: 'bash',
            args: { command },
          }
        : {
            ...recordedPayload(client, client === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse'),
            cwd: project,
            transcript_path: null,
            tool_name: 'Bash',
            tool_input: { command },
          };
    return runTripwire(['hook', client], JSON.stringify(payload), { HOME: home });
  };
  return { home, project, write, run, push };
}

describe.each(CLIENTS)('%s', (client) => {
  verifies(
    'L11',
    `${client}: pinned by a person, it pushes; drifted, it is refused`,
    async () => {
      const { project, write, run, push } = machine();
      const file = INSTRUCTIONS[client];
      write(`project/${file}`, 'one');
      expect((await push(client, 'git push origin main')).stdout).toContain('was never pinned');
      expect((await run('pin', '--client', client)).code).toBe(0);
      expect((await push(client, 'git push origin main')).stdout).not.toContain('reserved');
      write(`project/${file}`, 'two');
      expect((await push(client, 'git push origin main')).stdout).toContain(
        'changed: system_prompt',
      );
      expect((await push(client, 'git push origin feature')).stdout).not.toContain('reserved');
      const shown = await run('show', '--client', client);
      expect(shown.code).toBe(1);
      expect(shown.stdout).toContain('it drifted: system_prompt');
      expect(shown.stdout).toContain(`project/${file}`);
      expect(existsSync(join(project, '.geometry/identity.json'))).toBe(true);
    },
    PATIENCE_MS,
  );
});

describe('the command', { timeout: PATIENCE_MS }, () => {
  test('shows parts and hashes, never what stands in the files', async () => {
    const { run } = machine({
      '.claude/settings.json': '{"env":{"ANTHROPIC_API_KEY":"sk-hidden"},"hooks":{"Stop":[]}}',
      'project/CLAUDE.md': 'whispered words',
    });
    const pinned = await run('pin', '--role', 'releaser', '--role', 'tester', '--json');
    expect(pinned.code).toBe(0);
    expect(JSON.parse(pinned.stdout)).toMatchObject({
      client: 'claude-code',
      standing: { state: 'pinned' },
      roles: ['releaser', 'tester'],
    });
    const shown = await run('show');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('yes, and it is as it was');
    expect(shown.stdout).toContain('releaser: push:*, merge:*, tag:*, publish:*');
    expect(shown.stdout).toContain('config/settings.json');
    expect(pinned.stdout + shown.stdout).not.toMatch(/sk-hidden|whispered/);
  });

  test('shows an agent that nobody pinned without making anything', async () => {
    const { project, run } = machine({ '.codex/config.toml': 'model = "x"\n' });
    const { code, stdout } = await run('show');
    expect(code).toBe(1);
    expect(stdout).toContain('no; to pin it as it is now: tripwire identity pin');
    expect(existsSync(join(project, '.geometry'))).toBe(false);
  });

  test('below a root, only that root counts', async () => {
    const { home, project, write, run } = machine({ '.claude/CLAUDE.md': 'outside' });
    write(`root/${home}/.claude/CLAUDE.md`, 'inside');
    write('root/etc/claude-code/managed-settings.json', '{"hooks":{}}');
    const root = join(home, 'root');
    const { stdout } = await run('pin', '--client', 'claude-code', '--root', root, '--json');
    const { entries } = JSON.parse(stdout) as { entries: readonly { name: string }[] };
    expect(entries.map(({ name }) => name)).toEqual([
      'config/CLAUDE.md',
      'etc/claude-code/managed-settings.json',
    ]);
    expect((await run('show', '--client', 'claude-code')).stdout).toContain('drifted');
    expect(readFileSync(join(project, '.geometry/MANIFEST.yaml'), 'utf8')).toContain('sha256:');
  });

  test.each([
    [[], 'identity takes show or pin'],
    [['unpin'], 'identity takes show or pin, not "unpin"'],
    [['show', '--role', 'tester'], '--role belongs to identity pin'],
    [['show', '--client', 'emacs'], 'identity does not know the client "emacs"'],
    [['show'], 'no coding agent has settings here'],
    [['pin', '--client', 'codex', '--role', 'wizard'], 'nobody says what the role wizard may do'],
  ])('refuses %j', async (args, words) => {
    const { code, stderr } = await machine().run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
