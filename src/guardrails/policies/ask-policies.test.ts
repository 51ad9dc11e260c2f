/** Policies are asked: all must allow, whatever goes wrong denies, and those that count hold their number. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { allows, anyParams, denies, fixedPolicy } from '../../../test/kit/guarded-tools.ts';
import { ToolStage } from '../../../test/kit/tool-stage.ts';
import {
  ALLOWED,
  defineTool,
  denied,
  type PolicyDecision,
  type SliceDefinition,
  type ToolPolicy,
} from '../index.ts';

describe('decisions', () => {
  const answers: readonly (readonly [string, ToolPolicy, RegExp | null])[] = [
    ['allowed', allows('p'), null],
    ['denied', denies('p', 'not now'), /^not now$/],
    [
      'denied without a reason',
      fixedPolicy('p', { allowed: false, reason: null }),
      /^Denied by policy 'p'\.$/,
    ],
    ['denied with an empty reason', denies('p', ''), /^Denied by policy 'p'\.$/],
    ['a promise of yes', { name: 'p', check: () => Promise.resolve(ALLOWED) }, null],
    ['a promise of no', { name: 'p', check: () => Promise.resolve(denied('later')) }, /^later$/],
    [
      'a throw',
      {
        name: 'p',
        check: () => {
          throw new Error('broken');
        },
      },
      /^Policy 'p' could not decide, so it denies: broken$/,
    ],
    [
      'a rejection',
      { name: 'p', check: () => Promise.reject(new Error('broken')) },
      /could not decide, so it denies: broken/,
    ],
    ...[undefined, null, true, 'yes', 1, {}, { allowed: 'true' }, { allowed: 1 }, []].map(
      (answer) =>
        [
          `${JSON.stringify(answer)} instead of a decision`,
          fixedPolicy('p', answer as unknown as PolicyDecision),
          /^Policy 'p' gave no decision, so it denies\.$/,
        ] as const,
    ),
  ];
  for (const [what, policy, reason] of answers) {
    verifies('G1', `${what}: the tool ${reason === null ? 'runs' : 'does not run'}`, async () => {
      const stage = new ToolStage({ policies: [policy] });
      const outcome = await stage.run();
      expect(stage.ran).toEqual(reason === null ? ['act'] : []);
      if (reason === null) expect(outcome).toMatchObject({ status: 'success', value: 'act done' });
      else expect(outcome).toMatchObject({ status: 'denied', by: 'policy', policy: 'p' });
      if (outcome.status === 'denied') expect(outcome.reason).toMatch(reason ?? /never/);
    });
  }

  const votes: readonly (readonly [votes: string, runs: boolean, asked: string])[] = [
    ['yyy', true, 'yyy'],
    ['nyy', false, 'n'],
    ['yny', false, 'yn'],
    ['yyn', false, 'yyn'],
    ['nnn', false, 'n'],
    ['', true, ''],
  ];
  for (const [given, runs, heard] of votes) {
    verifies(
      'G1',
      `all must allow: ${given || 'no policy'} ${runs ? 'runs' : 'does not run'}`,
      async () => {
        let asked = '';
        const policies = given.split('').map((vote, index) => ({
          name: `p${index}`,
          check: () => {
            asked += vote;
            return vote === 'y' ? ALLOWED : denied(`p${index}`);
          },
        }));
        const stage = new ToolStage({ policies });
        await stage.run();
        expect([stage.ran.length, asked]).toEqual([runs ? 1 : 0, heard]);
      },
    );
  }

  verifies('G1', 'a policy is told which tool, with what, where', async () => {
    const seen: unknown[] = [];
    const policy: ToolPolicy = {
      name: 'p',
      check: (tool, params, { session, filesystem, promptName, callId }) => {
        seen.push([tool.name, params, session.id, filesystem, promptName, callId]);
        return ALLOWED;
      },
    };
    const stage = new ToolStage({ policies: [policy] });
    await stage.run({ params: { a: 1 }, callId: 'toolu_1' });
    expect(seen).toEqual([['act', { a: 1 }, stage.session.id, null, 'test:run', 'toolu_1']]);
  });

  verifies('G1', 'parameters cannot be changed after a policy has seen them', async () => {
    const params = { path: 'good' };
    const handled: unknown[] = [];
    const tool = defineTool({
      name: 'take',
      params: anyParams,
      handler: (given) => handled.push(given['path']),
    });
    const slow: ToolPolicy = {
      name: 'slow',
      check: async () => {
        params.path = 'evil';
        await Promise.resolve();
        return ALLOWED;
      },
    };
    await new ToolStage({ tools: [tool], policies: [slow] }).run({ tool: 'take', params });
    expect(handled).toEqual(['good']);
  });
});

describe('policies that count', () => {
  const COUNT: SliceDefinition<number> = { key: 'count', initial: 0, kind: 'state' };
  const quota = (max: number): ToolPolicy => ({
    name: 'quota',
    check: async () => {
      await Promise.resolve();
      return ALLOWED;
    },
    reserve: (_tool, _params, { session }) => {
      const count = session.slice(COUNT);
      if (count.get() >= max) return denied(`${max} calls are enough`);
      count.update((calls) => calls + 1);
      return ALLOWED;
    },
  });

  verifies('G1', 'hold their number among calls side by side', async () => {
    const stage = new ToolStage({ policies: [quota(3)] });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => stage.run()));
    expect(outcomes.filter(({ status }) => status === 'success')).toHaveLength(3);
    expect([stage.ran.length, stage.session.slice(COUNT).get()]).toEqual([3, 3]);
  });

  verifies('G1', 'count a call that fails, and none that another policy denies', async () => {
    const stage = new ToolStage({ policies: [quota(5)] });
    await stage.run({ params: { fail: true } });
    expect(stage.session.slice(COUNT).get()).toBe(1);
    const denyingLate: ToolPolicy = {
      name: 'late',
      check: () => ALLOWED,
      reserve: () => denied('full'),
    };
    const other = new ToolStage({ policies: [quota(5), denyingLate] });
    expect(await other.run()).toMatchObject({ status: 'denied', policy: 'late' });
    expect([other.ran, other.session.slice(COUNT).get()]).toEqual([[], 0]);
  });

  const broken: readonly (readonly [string, () => unknown])[] = [
    [
      'throws',
      () => {
        throw new Error('x');
      },
    ],
    ['makes everybody wait', () => Promise.resolve(ALLOWED)],
    ['says nothing', () => undefined],
  ];
  for (const [what, reserve] of broken) {
    verifies('G1', `a reservation that ${what} denies`, async () => {
      const policy = { name: 'p', check: () => ALLOWED, reserve } as unknown as ToolPolicy;
      const stage = new ToolStage({ policies: [policy] });
      expect(await stage.run()).toMatchObject({ status: 'denied', policy: 'p' });
      expect(stage.ran).toEqual([]);
    });
  }
});
