/** Which calls a rule asks about: what is named, however it is written, and nothing else. */
import { describe, expect, test } from 'vitest';
import { asksAt, ruleForCall, ruleForSpending, type ApprovalRule } from '../index.ts';

const CALL = { door: 'hook', agent: 'ada', tool: 'Bash', args: {} } as const;

function asks(rule: Omit<ApprovalRule, 'name'>, call: object): boolean {
  return ruleForCall([{ name: 'rule', ...rule }], { ...CALL, ...call }) !== null;
}

const command = (line: unknown) => ({ args: { command: line } });

test('no rule, no question', () => {
  expect(ruleForCall([], { ...CALL, ...command('rm -rf /') })).toBeNull();
  expect(asksAt([], CALL)).toBe(false);
});

describe('tools', () => {
  test('by name, by pattern, by what their parameters say', () => {
    expect(asks({ tools: ['deploy_*'] }, { tool: 'deploy_prod' })).toBe(true);
    expect(asks({ tools: ['deploy_*'] }, { tool: 'read' })).toBe(false);
    const rule = { tools: [{ tool: 'pay', where: { 'to.country': 'X*' } }] };
    expect(asks(rule, { tool: 'pay', args: { to: { country: 'XK' } } })).toBe(true);
    expect(asks(rule, { tool: 'pay', args: { to: { country: 'DE' } } })).toBe(false);
  });

  test('of MCP servers by their own names, whatever stands before them', () => {
    const rule = { mcpTools: ['create_payment'] };
    for (const tool of ['create_payment', 'mcp__shop__create_payment', 'shop__create_payment']) {
      expect(asks(rule, { tool })).toBe(true);
    }
    expect(asks(rule, { tool: 'mcp__shop__list_payments' })).toBe(false);
  });
});

describe('commands', () => {
  const rule = { commands: [{ programs: ['git'], verbs: ['push'] }] };

  test.each([
    'git push',
    'git -C sub push origin main',
    'cd x && git push',
    'bash -c "git push"',
    ['git', 'push'],
    ['bash', '-lc', 'git push'],
    // What cannot be told may be it.
    '$TOOL push',
    'git push "unclosed',
    'echo Z2l0IHB1c2g= | base64 -d | sh',
  ])('%j asks', (line) => {
    expect(asks(rule, command(line))).toBe(true);
  });

  test.each(['git status', 'git stash push-like', 'echo "git push"', 'npm test'])(
    '%j does not',
    (line) => {
      expect(asks(rule, command(line))).toBe(false);
    },
  );

  test.each([
    { shell_command: 'git push' },
    { CommandLine: 'git push' },
    { argv: ['git', 'push'] },
    { command: 'git', args: ['push'] },
    { calls: [{ cmd: 'git', arguments: ['push', '-f'] }] },
    { pad: Array.from({ length: 20_001 }, () => 0), command: 'git push' },
  ])('however the parameter is called: %#', (args) => {
    expect(asks(rule, { args })).toBe(true);
  });

  test.each([
    '{"command":"git push"}',
    'git push origin main',
    // What clients repair, or read in their own way, may be it.
    '{"command":"git push",}',
    "{'command': 'git push'}",
    '```json\n{"command":"git push"}\n```',
    '"{\\"command\\":\\"git push\\"}"',
    '{"command":"ls","command":"git push"}',
    '{"command":"git push","command":"ls"}',
    `{"command":"git push","pad":[${'0,'.repeat(120_000)}0]}`,
  ])('as the text that a model writes: %#', (args) => {
    expect(asks(rule, { args })).toBe(true);
  });

  test.each([
    '{"command":"git status"}',
    'git status',
    { command: 'git', args: ['status'] },
    { command: 'view', args: { push: true } },
    '*** Begin Patch\n*** Update File: a.md\n+git push\n git push\n*** End Patch',
    'Please push the button.',
  ])('other arguments do not: %#', (args) => {
    expect(asks(rule, { args })).toBe(false);
  });

  test('a text that cannot be read counts for the tools that a rule names, and for no other', () => {
    const pay = { tools: [{ tool: 'pay', where: { to: 'X*' } }] };
    expect(asks(pay, { tool: 'pay', args: '{"to":"XK",}' })).toBe(true);
    expect(asks(pay, { tool: 'look', args: '{"to":"XK",}' })).toBe(false);
  });

  test('a call without a command is none', () => {
    expect(asks(rule, { tool: 'Read', args: { file_path: '/x' } })).toBe(false);
  });
});

describe('paths', () => {
  const rule = { paths: ['infra', '/etc/hosts', '*.tfstate', '~/.ssh'] };
  const write = (path: unknown, cwd = '/srv/app') => ({
    tool: 'Write',
    args: { file_path: path },
    cwd,
  });

  test.each([
    'infra/main.tf',
    './src/../infra/main.tf',
    'INFRA/main.tf',
    '/srv/app/infra/a/b.tf',
    '/etc/../etc/hosts',
    '../../etc/hosts',
    'state/prod.tfstate',
    '~/.ssh/config',
    '/home/ada/.ssh/config',
    'infra\\main.tf',
    7,
  ])('%j asks', (path) => {
    expect(asks(rule, write(path))).toBe(true);
  });

  test.each(['src/infrastructure.ts', '/srv/app/src/main.ts', '/etc/hostname', 'infra.md'])(
    '%j does not',
    (path) => {
      expect(asks(rule, write(path))).toBe(false);
    },
  );

  test('also in commands and patches', () => {
    expect(asks(rule, command('sed -i s/a/b/ infra/main.tf'))).toBe(true);
    expect(asks(rule, command('echo x > infra/main.tf'))).toBe(true);
    expect(asks(rule, command('terraform plan --out=infra/plan'))).toBe(true);
    expect(asks(rule, command('cat src/main.ts'))).toBe(false);
    const patch = '*** Begin Patch\n*** Update File: infra/main.tf\n@@\n-a\n+b\n*** End Patch';
    expect(asks(rule, { tool: 'apply_patch', args: { input: patch } })).toBe(true);
    const other = patch.replace('infra/main.tf', 'src/main.ts');
    expect(asks(rule, { tool: 'apply_patch', args: { input: other } })).toBe(false);
  });
});

test('hosts in parameters and commands', () => {
  const rule = { hosts: ['*.prod.example.com'] };
  expect(asks(rule, { args: { url: 'https://db.prod.example.com/x' } })).toBe(true);
  expect(asks(rule, command('curl -X DELETE https://API.prod.example.com'))).toBe(true);
  expect(asks(rule, command('curl $TARGET'))).toBe(true);
  expect(asks(rule, { args: { url: 'https://example.com' } })).toBe(false);
  expect(asks(rule, command('npm test'))).toBe(false);
});

test('everything that is given must fit', () => {
  const rule = { tools: ['Write'], paths: ['infra'] };
  expect(asks(rule, { tool: 'Write', args: { path: 'infra/x' } })).toBe(true);
  expect(asks(rule, { tool: 'Read', args: { path: 'infra/x' } })).toBe(false);
  expect(asks(rule, { tool: 'Write', args: { path: 'src/x' } })).toBe(false);
});

test('agents and doors limit a rule', () => {
  const rule = { tools: ['*'], agents: ['night-*'], doors: ['wire'] as const };
  expect(asks(rule, { agent: 'night-1', door: 'wire' })).toBe(true);
  expect(asks(rule, { agent: 'day', door: 'wire' })).toBe(false);
  expect(asks(rule, { agent: 'night-1', door: 'hook' })).toBe(false);
  expect(asksAt([{ name: 'rule', ...rule }], { agent: 'night-1', door: 'wire' })).toBe(true);
  expect(asksAt([{ name: 'rule', ...rule }], { agent: 'night-1', door: 'mcp' })).toBe(false);
});

test('spending asks above its limit and where no price is known, and about no tool', () => {
  const rules = [{ name: 'money', spending: { usdPerCall: 2 } }];
  const spends = (costMicroUsd: number | null) =>
    ruleForSpending(rules, { agent: 'ada', costMicroUsd }) !== null;
  expect(spends(2_000_000)).toBe(false);
  expect(spends(2_000_001)).toBe(true);
  expect(spends(null)).toBe(true);
  expect(ruleForCall(rules, CALL)).toBeNull();
  expect(asksAt(rules, CALL)).toBe(false);
});
