/** All, any and not: what they allow, what a broken policy does to them, and who hears of results. */
import { describe, expect, test } from 'vitest';
import { allows, denies, fixedPolicy } from '../../../test/kit/guarded-tools.ts';
import { policyContext } from '../../../test/kit/policy-context.ts';
import { CallQuota, all, any, not, type PolicyDecision, type ToolPolicy } from '../index.ts';

const yes = allows('yes');
const no = denies('no');
const broken: ToolPolicy = { name: 'broken', check: () => Promise.reject(new Error('broken')) };
const strange = fixedPolicy('strange', { allowed: 'yes' } as unknown as PolicyDecision);

async function answer(policy: ToolPolicy): Promise<boolean | 'throws'> {
  try {
    return (await policy.check({ name: 'x' }, {}, policyContext())).allowed;
  } catch {
    return 'throws';
  }
}

describe('truth', () => {
  const opposite = (policy: ToolPolicy) => not({ policy, reason: 'it is allowed' });
  const cases: readonly (readonly [
    name: string,
    policy: ToolPolicy,
    expected: boolean | 'throws',
  ])[] = [
    ['all yes', all({ policies: [yes] }), true],
    ['all yes yes', all({ policies: [yes, allows('b')] }), true],
    ['all yes no', all({ policies: [yes, no] }), false],
    ['all no broken', all({ policies: [no, broken] }), false],
    ['all yes broken', all({ policies: [yes, broken] }), 'throws'],
    ['any yes', any({ policies: [yes] }), true],
    ['any no yes', any({ policies: [no, yes] }), true],
    ['any no no', any({ policies: [no, denies('b')] }), false],
    ['any broken yes', any({ policies: [broken, yes] }), true],
    ['any broken no', any({ policies: [broken, no] }), false],
    ['any broken', any({ policies: [broken] }), false],
    ['any strange', any({ policies: [strange] }), false],
    ['not yes', opposite(yes), false],
    ['not no', opposite(no), true],
    ['not broken', opposite(broken), 'throws'],
    ['not strange', opposite(strange), false],
    ['not not yes', opposite(opposite(yes)), true],
    ['not any', opposite(any({ policies: [no, yes] })), false],
    ['all of any and not', all({ policies: [any({ policies: [no, yes] }), opposite(no)] }), true],
  ];
  test.each(cases)('%s', async (_name, policy, expected) => {
    expect(await answer(policy)).toBe(expected);
  });

  test('something that is no decision does not pass through all', async () => {
    expect(await answer(all({ policies: [strange] }))).not.toBe(true);
  });
});

describe('besides', () => {
  test('names and tool names are those of the parts', () => {
    const named = (tool: string): ToolPolicy<string> => ({ ...yes, name: tool, toolNames: [tool] });
    const both = all({ policies: [named('a'), named('b'), named('a')] });
    expect(both).toMatchObject({ name: 'all(a, b, a)', toolNames: ['a', 'b'] });
    expect(not({ policy: yes, reason: 'r', name: 'own' }).name).toBe('own');
  });

  test('reasons are told', async () => {
    const { reason } = await any({ policies: [no, broken] }).check(
      { name: 'x' },
      {},
      policyContext(),
    );
    expect(reason).toBe('None of 2 policies allows this: no says no broken could not be asked');
  });

  test('every part hears of a result', async () => {
    const heard: string[] = [];
    const listening = (name: string): ToolPolicy => ({
      ...yes,
      name,
      onResult: () => void heard.push(name),
    });
    const tree = all({
      policies: [
        any({ policies: [listening('a'), listening('b')] }),
        not({ policy: listening('c'), reason: 'r' }),
      ],
    });
    await tree.onResult?.({ name: 'x' }, {}, 'done', policyContext());
    expect(heard).toEqual(['a', 'b', 'c']);
  });

  test('a quota counts inside all, and has no place inside any and not', () => {
    const quota = new CallQuota({ tools: ['*'], maxCalls: 1 });
    const context = policyContext();
    const both = all({ policies: [quota, yes] });
    expect(both.reserve?.({ name: 'x' }, {}, context).allowed).toBe(true);
    expect(both.reserve?.({ name: 'x' }, {}, context).allowed).toBe(false);
    expect(() => any({ policies: [quota] })).toThrow(
      /of any may not count calls, and call_quota does/,
    );
    expect(() => not({ policy: quota, reason: 'r' })).toThrow(/may not count calls/);
    expect(() => any({ policies: [all({ policies: [quota] })] })).toThrow(/may not count calls/);
  });

  test('an empty list is refused: it would allow everything, or nothing', () => {
    expect(() => all({ policies: [] })).toThrow(/at least one policy/);
    expect(() => any({ policies: [] })).toThrow(/at least one policy/);
  });
});
