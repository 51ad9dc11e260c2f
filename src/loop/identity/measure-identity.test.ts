/** What makes an agent the one it is: each part by itself, without secrets, whatever lies in the way. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { CLIENTS, type ClientId } from '../../clients/table.ts';
import { checksumOfHashes, identityChecksum, partHashes } from './identity-checksum.ts';
import { identityStanding, keptHashes } from './identity-standing.ts';
import { identityMeasure } from './measure-identity.ts';

const measures = new Map(
  await Promise.all(CLIENTS.map(async ({ id }) => [id, await identityMeasure(id)] as const)),
);

function measureOf(client: ClientId) {
  const measure = measures.get(client) ?? null;
  if (measure === null) throw new Error(`${client} cannot be measured`);
  return measure;
}

/** A machine with a home, a project and /etc of its own. */
function machine() {
  const root = temporaryFolder('identity');
  const place = {
    project: join(root, 'project'),
    home: join(root, 'home'),
    etc: join(root, 'etc'),
    folderIn: () => null,
  };
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const measure = (client: ClientId, model: string | null = 'm1') =>
    measureOf(client)(model, place);
  return { root, place, write, measure };
}

/** The parts that a change of a file changes. */
function drift(client: ClientId, path: string, before: string | null, after: string) {
  const { write, measure } = machine();
  if (before !== null) write(path, before);
  const { parts } = measure(client);
  const pinned = identityChecksum(parts);
  const kept = partHashes(parts);
  write(path, after);
  const standing = identityStanding(measure(client).parts, pinned, kept);
  return standing.state === 'drifted' ? standing.parts : standing.state;
}

describe('what counts', () => {
  verifies('L11', 'the same configuration has the same checksum, in another home too', () => {
    const files = {
      'home/.claude/settings.json':
        '{"model":"opus","hooks":{"Stop":[]},"permissions":{"allow":[]}}',
      'project/CLAUDE.md': 'Be careful.',
      'project/.mcp.json': '{"mcpServers":{"files":{"command":"x"}}}',
    };
    const checksums = [1, 2].map(() => {
      const { write, measure } = machine();
      for (const [path, text] of Object.entries(files)) write(path, text);
      return identityChecksum(measure('claude-code').parts);
    });
    expect(checksums[0]).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(checksums[1]).toBe(checksums[0]);
  });

  test.each<[ClientId, string, string | null, string, readonly string[]]>([
    ['claude-code', 'project/CLAUDE.md', 'a', 'b', ['system_prompt']],
    ['claude-code', 'home/.claude/CLAUDE.md', null, 'b', ['system_prompt']],
    ['claude-code', 'project/.claude/agents/a.md', null, 'b', ['system_prompt']],
    ['claude-code', 'home/.claude/settings.json', '{"hooks":{"Stop":[]}}', '{}', ['hooks']],
    ['claude-code', 'project/.claude/settings.json', '{}', '{"disableAllHooks":true}', ['hooks']],
    [
      'claude-code',
      'project/.claude/settings.local.json',
      null,
      '{"permissions":{"allow":["Bash"]}}',
      ['tools'],
    ],
    [
      'claude-code',
      'project/.mcp.json',
      '{}',
      '{"mcpServers":{"x":{"command":"y"}}}',
      ['mcp_servers'],
    ],
    [
      'claude-code',
      'home/.claude.json',
      '{}',
      '{"mcpServers":{"x":{"command":"y"}}}',
      ['mcp_servers'],
    ],
    [
      'claude-code',
      'home/.claude/settings.json',
      '{}',
      '{"env":{"ANTHROPIC_BASE_URL":"x"}}',
      ['settings'],
    ],
    [
      'claude-code',
      'etc/claude-code/managed-settings.json',
      null,
      '{"hooks":{"Stop":[]}}',
      ['hooks'],
    ],
    ['codex', 'project/AGENTS.md', 'a', 'b', ['system_prompt']],
    ['codex', 'home/.codex/hooks.json', '{"hooks":{"Stop":[]}}', '{"hooks":{}}', ['hooks']],
    [
      'codex',
      'home/.codex/config.toml',
      '[mcp_servers.a]\ncommand = "x"',
      '[mcp_servers.a]\ncommand = "y"',
      ['mcp_servers'],
    ],
    [
      'codex',
      'home/.codex/config.toml',
      'approval_policy = "never"',
      'approval_policy = "on-request"',
      ['tools'],
    ],
    ['codex', 'home/.codex/config.toml', 'model = "a"', 'model = "b"', ['settings']],
    [
      'codex',
      'home/.codex/config.toml',
      'x = """\n[notice]\na\n"""',
      'x = """\n[notice]\nb\n"""',
      ['settings'],
    ],
    ['gemini-cli', 'project/GEMINI.md', 'a', 'b', ['system_prompt']],
    [
      'gemini-cli',
      'home/.gemini/settings.json',
      '{}',
      '{"hooksConfig":{"enabled":false}}',
      ['hooks'],
    ],
    ['gemini-cli', 'home/.gemini/settings.json', '{}', '{"tools":{"core":["x"]}}', ['tools']],
    ['opencode', 'project/.opencode/plugin/x.js', null, 'x', ['hooks']],
    ['opencode', 'project/opencode.json', '{}', '{"permission":{"bash":"allow"}}', ['tools']],
    ['opencode', 'project/opencode.json', '{}', '{"mcp":{"x":{"type":"local"}}}', ['mcp_servers']],
    ['opencode', 'project/opencode.jsonc', '{} // a', '{} // b', ['settings']],
  ])('%s: %s (%s → %s) drifts', (client, path, before, after, parts) => {
    expect(drift(client, path, before, after)).toEqual(parts);
  });

  test.each<[ClientId, string, string, string]>([
    [
      'claude-code',
      'home/.claude/settings.json',
      '{"env":{"ANTHROPIC_API_KEY":"a"}}',
      '{"env":{"ANTHROPIC_API_KEY":"b"}}',
    ],
    ['claude-code', 'home/.claude/settings.json', '{"theme":"dark"}', '{"theme":"light"}'],
    ['claude-code', 'home/.claude/settings.json', '{"a":1,"b":2}', '{ "b": 2, "a": 1 }'],
    [
      'claude-code',
      'project/.mcp.json',
      '{"mcpServers":{"x":{"env":{"PIN":"1"}}}}',
      '{"mcpServers":{"x":{"env":{"PIN":"2"}}}}',
    ],
    ['claude-code', 'home/.claude.json', '{"numStartups":1}', '{"numStartups":2}'],
    [
      'codex',
      'home/.codex/config.toml',
      'a = 1\n[projects."/x"]\ntrust_level = "a"',
      'a = 1\n\n# note\n[projects."/y"]\ntrust_level = "b"',
    ],
    [
      'codex',
      'home/.codex/config.toml',
      '[mcp_servers.x.env]\nPIN = "1"',
      '[mcp_servers.x.env]\nPIN = "2"',
    ],
    [
      'codex',
      'home/.codex/config.toml',
      'm = { env = { A = "1" }, api_key = "2" }',
      'm = { env = { A = "3" }, api_key = "4" }',
    ],
    ['gemini-cli', 'home/.gemini/settings.json', '{"ui":{"theme":"a"}}', '{"ui":{"theme":"b"}}'],
  ])('%s: %s (%s → %s) does not', (client, path, before, after) => {
    expect(drift(client, path, before, after)).toBe('pinned');
  });
});

describe('what lies in the way', () => {
  test('a link counts as what it leads to, and a folder that leads to itself is entered once', () => {
    const { root, write, measure } = machine();
    write('project/AGENTS.md', 'a');
    symlinkSync('AGENTS.md', join(root, 'project/CLAUDE.md'));
    write('home/.claude/skills/x/SKILL.md', 'x');
    symlinkSync('..', join(root, 'home/.claude/skills/x/back'));
    const { entries } = measure('claude-code');
    expect(entries.map(({ name, problem }) => [name, problem])).toEqual([
      ['project/CLAUDE.md', null],
      ['project/AGENTS.md', null],
      ['config/skills/x/SKILL.md', null],
    ]);
    expect(entries[0]?.hash).toBe(entries[1]?.hash);
  });

  test('a pipe, a folder and a file without end are not waited for, and nobody knows what they say', () => {
    const { root, write, measure } = machine();
    write('project/x', '');
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'project/CLAUDE.md')]);
    mkdirSync(join(root, 'project/AGENTS.md'));
    symlinkSync('/dev/zero', join(root, 'project/CLAUDE.local.md'));
    write('home/.claude/CLAUDE.md', 'x'.repeat(9_000_000));
    const problems = measure('claude-code').entries.map(({ name, problem }) => [name, problem]);
    expect(problems).toEqual([
      ['config/CLAUDE.md', 'more than 8388608 bytes'],
      ['project/CLAUDE.md', 'not a file'],
      ['project/CLAUDE.local.md', 'not a file'],
      ['project/AGENTS.md', 'not a file'],
    ]);
  });

  test('settings that are no JSON, or no canonical one, count as they are written', () => {
    for (const [before, after] of [
      ['{"a":', '{"b":'],
      ['[1]', '[2]'],
      ['{"a":-0}', '{"a":-0.0}'],
      ['{"a":1e999}', '{"a":2e999}'],
    ] as const) {
      expect(drift('claude-code', 'home/.claude/settings.json', before, after)).toEqual([
        'settings',
      ]);
    }
  });
});

describe('how an agent stands', () => {
  const measured = machineless();
  const pinned = identityChecksum(measured);

  test('pinned, unpinned, drifted with names, drifted without', () => {
    const hashes = partHashes(measured);
    const other = { ...measured, hooks: { a: 'b' }, model: 'm2' };
    expect(identityStanding(measured, null, null)).toEqual({ state: 'unpinned' });
    expect(identityStanding(measured, pinned, null)).toEqual({ state: 'pinned' });
    expect(identityStanding(other, pinned, hashes)).toEqual({
      state: 'drifted',
      parts: ['model', 'hooks'],
    });
    expect(identityStanding(other, pinned, null)).toEqual({ state: 'drifted', parts: [] });
    // Hashes that the checksum does not cover say nothing.
    const forged = { ...hashes, hooks: partHashes(other).hooks };
    expect(identityStanding(other, pinned, forged)).toEqual({ state: 'drifted', parts: [] });
  });

  test('pinned before a model was seen, any model will do; nothing else will', () => {
    const anyModel = identityChecksum({ ...measured, model: null });
    expect(identityStanding(measured, anyModel, null)).toEqual({ state: 'pinned' });
    const other = { ...measured, tools: { a: 'b' } };
    const kept = partHashes({ ...measured, model: null });
    expect(identityStanding(other, anyModel, kept)).toEqual({ state: 'drifted', parts: ['tools'] });
  });

  test('kept hashes survive the file, and nonsense is none', () => {
    const hashes = partHashes(measured);
    expect(keptHashes(JSON.stringify({ v: 1, parts: hashes }))).toEqual(hashes);
    expect(checksumOfHashes(hashes)).toBe(pinned);
    for (const text of [null, '', '{}', 'null', '{"parts":{"model":1}}']) {
      expect(keptHashes(text)).toBeNull();
    }
  });
});

function machineless() {
  return {
    client: 'codex',
    model: 'm1',
    system_prompt: {},
    tools: {},
    mcp_servers: {},
    hooks: {},
    settings: {},
  };
}
