/** Policies from data: what is written works, and what is misspelt is refused with its place. */
import { describe, expect, test } from 'vitest';
import { policyContext } from '../../../test/kit/policy-context.ts';
import { MemoryFilesystem, policiesFromConfig, type ApprovalPort } from '../index.ts';

const refusing: ApprovalPort = { ask: () => Promise.resolve('refused') };
const filesystem = new MemoryFilesystem({ root: '/project' });

async function reasons(data: unknown, tool: string, params: unknown): Promise<readonly string[]> {
  const context = policyContext({ filesystem });
  const found: string[] = [];
  for (const policy of policiesFromConfig(data, { approval: refusing })) {
    const { reason } = await policy.check({ name: tool }, params, context);
    if (reason !== null) found.push(reason);
  }
  return found;
}

describe('every policy', () => {
  const rule = { id: 'no-make', why: 'use npm', programs: ['make'] };
  const cases: readonly (readonly [
    entry: unknown,
    denied: readonly [tool: string, params: unknown],
    passes: readonly [tool: string, params: unknown],
  ])[] = [
    [{ allowTools: { tools: ['read'] } }, ['write', {}], ['read', {}]],
    [
      { denyTools: { tools: [{ tool: 'x', where: { a: 'b*' } }], reason: 'no' } },
      ['x', { a: 'bc' }],
      ['x', { a: 'c' }],
    ],
    [{ pathRoots: { roots: ['src'] } }, ['x', { path: 'a' }], ['x', { path: 'src/a' }]],
    [{ commandRules: {} }, ['x', { command: 'sudo ls' }], ['x', { command: 'ls' }]],
    [{ commandRules: null }, ['x', { command: 'sudo ls' }], ['x', { command: 'ls' }]],
    [
      { commandRules: { except: ['other-user'], rules: [rule] } },
      ['x', { command: 'make' }],
      ['x', { command: 'sudo ls' }],
    ],
    [
      { networkHosts: { hosts: ['a.test'] } },
      ['x', { url: 'http://b.test' }],
      ['x', { url: 'http://a.test' }],
    ],
    [{ callQuota: { tools: ['x'], maxCalls: 0 } }, ['x', {}], ['y', {}]],
    [{ sequentialDependency: { dependencies: { b: ['a'] } } }, ['b', {}], ['a', {}]],
    [{ requireApproval: { tools: ['x'] } }, ['x', {}], ['y', {}]],
    [
      {
        any: {
          policies: [{ allowTools: { tools: ['a'] } }, { allowTools: { tools: ['b'], name: 'b' } }],
        },
      },
      ['c', {}],
      ['b', {}],
    ],
    [
      { all: { policies: [{ denyTools: { tools: ['a'] } }, { pathRoots: {} }] } },
      ['b', { path: '/etc' }],
      ['b', { path: 'x' }],
    ],
    [{ not: { policy: { allowTools: { tools: ['a'] } }, reason: 'not a' } }, ['a', {}], ['b', {}]],
  ];
  test.each(cases)('%j', async (entry, denied, passes) => {
    expect(await reasons([entry], ...denied)).toHaveLength(1);
    expect(await reasons([entry], ...passes)).toEqual([]);
  });

  test('read before write', () => {
    const [policy] = policiesFromConfig([{ readBeforeWrite: { writeTools: ['put'] } }]);
    expect(policy).toMatchObject({ name: 'read_before_write', toolNames: ['put'] });
  });

  test('an empty list is no policy', () => {
    expect(policiesFromConfig([])).toEqual([]);
  });
});

describe('what is refused', () => {
  const cases: readonly (readonly [data: unknown, message: RegExp])[] = [
    [{}, /guardrails: policies must be a list/],
    [null, /policies must be a list/],
    ['commandRules', /policies must be a list/],
    [
      ['commandRules'],
      /policies\.0 must be an object with one field, the name of a policy: allowTools/,
    ],
    [[{}], /policies\.0 must be an object with one field/],
    [[[]], /policies\.0 must be an object with one field/],
    [
      [{ callQuota: { tools: [], maxCalls: 1 }, pathRoots: {} }],
      /policies\.0 must be an object with one/,
    ],
    [
      [{ pathRoots: {} }, { pathRoot: {} }],
      /policies\.1 names no policy with pathRoot; there are: allowTools/,
    ],
    [[{ toString: {} }], /policies\.0 names no policy with toString/],
    [[{ pathRoots: [] }], /policies\.0\.pathRoots must be an object/],
    [
      [{ pathRoots: { root: 'src' } }],
      /policies\.0\.pathRoots\.root is not known; the fields are: roots/,
    ],
    [[{ pathRoots: { roots: 'src' } }], /policies\.0\.pathRoots\.roots must be a list of texts/],
    [[{ pathRoots: { roots: [''] } }], /roots must be a list of texts/],
    [
      [{ allowTools: {} }],
      /policies\.0\.allowTools\.tools is missing; it must be a list of tool names/,
    ],
    [[{ allowTools: { tools: [{ tol: 'x' }] } }], /tools must be a list of tool names or of/],
    [
      [{ allowTools: { tools: [{ tool: 'x', were: {} }] } }],
      /tools must be a list of tool names or of/,
    ],
    [[{ callQuota: { tools: ['x'], maxCalls: '3' } }], /callQuota\.maxCalls must be a number/],
    [[{ callQuota: { tools: ['x'], maxCalls: -3 } }], /maxCalls must be a whole number from 0/],
    [[{ commandRules: { rules: [{ id: 'a' }] } }], /commandRules\.rules\.0\.why is missing/],
    [
      [{ commandRules: { rules: [{ id: 'a', why: 'b' }] } }],
      /rules\.0 must say which commands it forbids/,
    ],
    [
      [{ commandRules: { rules: [{ id: 'a', why: 'b', program: ['x'] }] } }],
      /rules\.0\.program is not known/,
    ],
    [[{ commandRules: { except: ['sudo'] } }], /names no rule with "sudo"/],
    [
      [{ sequentialDependency: { dependencies: { a: 'b' } } }],
      /dependencies must be an object whose fields/,
    ],
    [
      [{ any: { policies: [{ nope: {} }] } }],
      /policies\.0\.any\.policies\.0 names no policy with nope/,
    ],
    [[{ not: { policy: { allowTools: { tools: [] } } } }], /policies\.0\.not\.reason is missing/],
    [
      [{ pathRoots: {} }, { pathRoots: {} }],
      /policies\.1 has the name path_roots of another policy/,
    ],
    [
      [{ requireApproval: { tools: ['x'] } }],
      /policies\.0\.requireApproval needs somebody who answers/,
    ],
  ];
  test.each(cases)('%j', (data, message) => {
    expect(() => policiesFromConfig(data)).toThrow(message);
    expect(() => policiesFromConfig(data)).toThrow(
      expect.objectContaining({ code: 'GUARDRAIL_INVALID' }),
    );
  });

  test('policies within policies without end', () => {
    let entry: unknown = { pathRoots: {} };
    for (let depth = 0; depth < 40; depth += 1) entry = { all: { policies: [entry] } };
    expect(() => policiesFromConfig([entry])).toThrow(/levels deep/);
  });
});
