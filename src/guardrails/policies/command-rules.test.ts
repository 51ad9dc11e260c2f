/** Command rules: what they forbid however it is written, and the ordinary work they leave alone. */
import { describe, expect, test } from 'vitest';
import { ORDINARY_COMMANDS } from '../../../test/kit/command-corpus.ts';
import { FORBIDDEN_COMMANDS } from '../../../test/kit/forbidden-commands.ts';
import { OUT_OF_SCOPE_COMMANDS } from '../../../test/kit/out-of-scope-commands.ts';
import { policyContext } from '../../../test/kit/policy-context.ts';
import { CommandRules, MemoryFilesystem, type CommandRulesOptions } from '../index.ts';

const files = new MemoryFilesystem({ root: '/project' });

async function reasonFor(
  command: unknown,
  options: CommandRulesOptions = {},
  filesystem: MemoryFilesystem | null = files,
): Promise<string | null> {
  const policy = new CommandRules(options);
  const context = policyContext({ filesystem });
  return (await policy.check({ name: 'bash' }, { command }, context)).reason;
}

describe('ordinary work passes', () => {
  test.each(ORDINARY_COMMANDS)('%j', async (command) => {
    expect(await reasonFor(command)).toBeNull();
  });
});

describe('forbidden', () => {
  test.each(FORBIDDEN_COMMANDS)('%s: %j', async (rule, command) => {
    expect(await reasonFor(command)).toMatch(new RegExp(`\\[${rule}\\]\\.$`));
  });
});

describe('a name whose index runs a command is not read, and refused', () => {
  test.each([
    "printf -v 'a[$(sudo ls)0]' x",
    "read -r 'a[$(sudo ls)]' <<< 1",
    "unset 'a[`sudo ls`]'",
    "[ -v 'a[$(sudo ls)]' ]",
    "[[ 'a[$(sudo ls)]' -eq 0 ]]",
    "declare 'a[$(sudo ls)]=1'",
    "let 'x=a[$(sudo ls)]'",
  ])('%j', async (command) => {
    expect(await reasonFor(command)).toContain('a name that runs a command');
  });
});

describe('out of scope, and said so in docs/guardrails.md', () => {
  test.each(OUT_OF_SCOPE_COMMANDS)('%s: %j', async (_, command) => {
    expect(await reasonFor(command)).toBeNull();
  });
});

describe('the policy', () => {
  test('takes a list of words as one command, each word as it is', async () => {
    expect(await reasonFor(['git', 'commit', '-m', 'a; sudo ls'])).toBeNull();
    expect(await reasonFor(['bash', '-lc', 'sudo ls'])).toMatch(/\[other-user\]/);
    expect(await reasonFor(['git status', 'sudo ls'])).toMatch(/\[other-user\]/);
  });

  test('finds commands at any depth and leaves tools without one alone', async () => {
    const policy = new CommandRules();
    const check = (params: unknown) => policy.check({ name: 'x' }, params, policyContext());
    expect(await check({ steps: [{ run: { cmd: 'sudo ls' } }] })).toMatchObject({ allowed: false });
    expect(await check({ text: 'sudo ls' })).toMatchObject({ allowed: true });
  });

  test.each([[7], [{ a: 1 }], [[1, 2]], [null]])('denies a command that is %j', async (command) => {
    expect(await reasonFor(command)).toMatch(/must be given its command as text/);
  });

  test('looks only at the tools it is given', async () => {
    expect(await reasonFor('sudo ls', { tools: ['shell*'] })).toBeNull();
    expect(await reasonFor('sudo ls', { tools: ['ba*'] })).not.toBeNull();
  });

  test('without a filesystem nothing is removed recursively, other commands pass', async () => {
    expect(await reasonFor('rm -rf dist', {}, null)).toMatch(/\[remove-outside-root\]/);
    expect(await reasonFor('git status', {}, null)).toBeNull();
  });

  test('built-in rules can be left out by id, and only those that exist', async () => {
    expect(await reasonFor('sudo ls', { except: ['other-user'] })).toBeNull();
    expect(() => new CommandRules({ except: ['sudo'] })).toThrow(
      /names no rule with "sudo"; there are: unknown-program, script-from-input/,
    );
  });

  test('own rules are data; each part of a shape must fit', async () => {
    const rules = [
      {
        id: 'stash',
        why: 'keep your work',
        forbids: { programs: ['git'], verbs: ['stash', 'drop'], options: [['-q', '--quiet']] },
      },
      { id: 'prod', why: 'not there', forbids: { arguments: ['*prod*'], variables: ['ENV'] } },
      { id: 'log', why: 'not there', forbids: { redirects: ['/var/log/*'] } },
      { id: 'fed', why: 'no', forbids: { programs: ['psql'], fedBy: ['cat'] } },
    ];
    const reason = (command: string) => reasonFor(command, { rules });
    expect(await reason('git stash drop -q')).toBe(
      "Command 'git stash drop -q' is not allowed: keep your work [stash].",
    );
    for (const passes of [
      'git stash drop',
      'git stash -q',
      'hg stash drop -q',
      'deploy prod',
      'ENV=1 x',
      'psql',
      'psql | cat',
    ]) {
      expect(await reason(passes), passes).toBeNull();
    }
    for (const denied of [
      'git stash drop -vq',
      'ENV=1 deploy prod-1',
      'x >> /var/log/y',
      'cat x | psql',
    ]) {
      expect(await reason(denied), denied).not.toBeNull();
    }
    expect(() => new CommandRules({ rules: [...rules, ...rules] })).toThrow(
      /two with the id "stash"/,
    );
  });

  test('a rule that throws makes the policy throw, which denies', async () => {
    const broken = {
      id: 'x',
      why: 'x',
      forbids: () => {
        throw new Error('broken');
      },
    };
    await expect(reasonFor('ls', { rules: [broken] })).rejects.toThrow('broken');
  });

  test('a line of a thousand commands is looked at, one of more is not', async () => {
    expect(await reasonFor(Array.from({ length: 1_000 }).fill('ls').join(';'))).toBeNull();
    expect(await reasonFor(Array.from({ length: 1_001 }).fill('ls').join(';'))).toMatch(
      /1001 commands/,
    );
  });
});
