/** `tripwire hook`, started as a client starts it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hookCommands } from '../../src/clients/hook-commands.ts';
import { HOOK_CLIENT_IDS } from '../../src/clients/table.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { recordedPayload } from './recorded-payloads.ts';

const TOOL_EVENTS = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  'gemini-cli': 'BeforeTool',
  opencode: 'tool.execute.before',
} as const;

describe.each(HOOK_CLIENT_IDS)('tripwire hook %s', (client) => {
  test('lets a healthy tool call pass', async () => {
    const folder = temporaryFolder();
    const place = client === 'opencode' ? { directory: folder } : { cwd: folder };
    const payload = { ...recordedPayload(client, TOOL_EVENTS[client]), ...place };
    const { code, stdout, stderr } = await runTripwire(['hook', client], JSON.stringify(payload));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(client === 'opencode' ? '{"action":"pass","say":null}\n' : '');
  });

  test('refuses what it cannot read, with exit code 2', async () => {
    const { code, stderr } = await runTripwire(['hook', client], 'no payload');
    expect(code).toBe(2);
    expect(stderr).toContain('is not valid JSON');
  });
});

test('a client that is not known is named, with those that are', async () => {
  for (const args of [['hook'], ['hook', 'emacs'], ['hook', 'codex', 'now']]) {
    const { code, stderr } = await runTripwire(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^tripwire: .*hook --help\n$/);
  }
});

describe('the command lines for a client’s settings', () => {
  /** The exit code that the client sees when Tripwire cannot even start. */
  const exitCode = (line: string) => spawnSync('sh', ['-c', line], { input: '{}' }).status;

  test('a Tripwire that is not there refuses tools and prompts, and does not block stops', () => {
    const lines = hookCommands('codex', '/nowhere/tripwire');
    expect(exitCode(lines['PreToolUse'] ?? '')).toBe(2);
    expect(exitCode(lines['UserPromptSubmit'] ?? '')).toBe(2);
    expect(exitCode(lines['Stop'] ?? '')).toBe(1);
    expect(exitCode(hookCommands('gemini-cli', '/nowhere/tripwire')['AfterAgent'] ?? '')).toBe(1);
  });

  test('a Tripwire that ends without a word refuses with one: Codex runs the tool when there is none', () => {
    const line = hookCommands('codex', 'false')['PreToolUse'] ?? '';
    const { status, stderr } = spawnSync('sh', ['-c', line], { input: '{}', encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'Tripwire could not be started, so this is refused. If it was moved or deleted, install it again and run: tripwire init. To work without it, take its lines out of the hooks of this client.\n',
    });
  });

  test('every event that is reported has one', () => {
    const refuses = expect.stringMatching(
      /^tripwire hook gemini-cli \|\| sh -c '.*exit 2'$/,
    ) as string;
    expect(hookCommands('gemini-cli', 'tripwire')).toEqual({
      SessionStart: 'tripwire hook gemini-cli || exit 1',
      BeforeAgent: refuses,
      BeforeTool: refuses,
      AfterTool: 'tripwire hook gemini-cli || exit 1',
      AfterModel: 'tripwire hook gemini-cli || exit 1',
      AfterAgent: 'tripwire hook gemini-cli || exit 1',
      PreCompress: 'tripwire hook gemini-cli || exit 1',
      SessionEnd: 'tripwire hook gemini-cli || exit 1',
    });
  });
});

test('nothing is loaded before the payload is read but the hooks themselves', () => {
  const source = (path: string) =>
    readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8');
  const loaded = (text: string) =>
    [...text.matchAll(/^(?:import|export) (?!type)[^;]*? from '([^']+)';/gms)].map(
      ([, from]) => from,
    );
  const files = readdirSync(new URL('../../src/hooks/', import.meta.url));
  const hooks = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const outside = hooks.flatMap((name) =>
    loaded(source(`hooks/${name}`)).filter((from) => from?.startsWith('../')),
  );
  const allowed = /^\.\.\/(?:base\/|clients\/|core\/holds\/remedy\.ts$)/;
  expect(outside.filter((from) => !allowed.test(from ?? ''))).toEqual([]);
  expect(loaded(source('cli/hook/command.ts'))).toEqual([
    '../../base/hook-deadlines.ts',
    '../../clients/table.ts',
    '../../hooks/index.ts',
    '../terminal/say.ts',
  ]);
  expect(loaded(source('cli/main.ts'))).toEqual([
    './commands.ts',
    './compile-cache.ts',
    './run-command.ts',
    './terminal/say.ts',
  ]);
  expect(loaded(source('cli/commands.ts'))).toEqual(['./agents/quick-commands.ts']);
  expect(loaded(source('cli/agents/quick-commands.ts'))).toEqual([]);
});
