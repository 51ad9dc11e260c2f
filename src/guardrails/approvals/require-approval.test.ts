/** Approval: a clear yes in time lets this one call run; anything else does not. */
import { describe, expect, test } from 'vitest';
import { policyContext } from '../../../test/kit/policy-context.ts';
import {
  RequireApproval,
  type ApprovalAction,
  type ApprovalAnswer,
  type ApprovalPort,
} from '../index.ts';

function asking(
  ask: ApprovalPort['ask'],
  lapseMs = 60_000,
): { readonly policy: RequireApproval; readonly asked: ApprovalAction[] } {
  const asked: ApprovalAction[] = [];
  const port: ApprovalPort = {
    ask: (action, signal) => {
      asked.push(action);
      return ask(action, signal);
    },
  };
  const tools = ['deploy', { tool: 'bash', where: { command: '*prod*' } }];
  return { policy: new RequireApproval({ tools, port, lapseMs }), asked };
}

const check = (
  policy: RequireApproval,
  name = 'deploy',
  params: unknown = { to: 'x' },
  callId = 'c1',
) => policy.check({ name }, params, policyContext({ callId }));

describe('answers', () => {
  const answers: readonly (readonly [answer: ApprovalAnswer, allowed: boolean, reason: RegExp])[] =
    [
      ['granted', true, /^$/],
      ['refused', false, /needs approval, and it was refused/],
      ['lapsed', false, /nobody said yes within 60000 ms/],
      ['yes' as ApprovalAnswer, false, /it was refused/],
      [true as unknown as ApprovalAnswer, false, /it was refused/],
      [undefined as unknown as ApprovalAnswer, false, /it was refused/],
    ];
  test.each(answers)('%j', async (answer, allowed, reason) => {
    const decision = await check(asking(() => Promise.resolve(answer)).policy);
    expect(decision.allowed).toBe(allowed);
    expect(decision.reason ?? '').toMatch(reason);
  });

  test('a port that throws makes the policy throw, which denies', async () => {
    const { policy } = asking(() => Promise.reject(new Error('no line')));
    await expect(check(policy)).rejects.toThrow('no line');
  });

  test('no answer lapses, and whoever was asked is told that nobody waits', async () => {
    let told = false;
    const { policy } = asking((_, signal) => {
      signal.addEventListener('abort', () => void (told = true));
      return new Promise(() => undefined);
    }, 5);
    expect((await check(policy)).reason).toMatch(/nobody said yes within 5 ms/);
    expect(told).toBe(true);
  });
});

describe('questions', () => {
  test('only the calls that are meant are asked about', async () => {
    const { policy, asked } = asking(() => Promise.resolve('refused'));
    expect((await check(policy, 'read')).allowed).toBe(true);
    expect((await check(policy, 'bash', { command: 'ls' })).allowed).toBe(true);
    expect((await check(policy, 'bash', { command: 'ssh prod' })).allowed).toBe(false);
    expect(asked.map(({ tool }) => tool)).toEqual(['bash']);
  });

  test('each question has a target of its own, short enough for a hold', async () => {
    const { policy, asked } = asking(() => Promise.resolve('granted'));
    // The same call again, as when a client sends it twice: one answer must not serve both.
    await Promise.all([check(policy), check(policy)]);
    const targets = asked.map(({ target }) => target);
    for (const target of targets) expect(target).toMatch(/^deploy:[0-9a-f]{16}$/);
    expect(new Set(targets).size).toBe(2);
    expect(asked[0]).toMatchObject({
      callId: 'c1',
      params: { to: 'x' },
      why: 'deploy needs approval',
    });
  });

  test('a long or odd tool name makes a target that a record can hold', async () => {
    const { asked } = asking(() => Promise.resolve('granted'));
    const port: ApprovalPort = {
      ask: (action) => {
        asked.push(action);
        return Promise.resolve('granted');
      },
    };
    const policy = new RequireApproval({ tools: ['*'], port, lapseMs: 1_000 });
    await check(policy, `mcp__é/${'x'.repeat(200)}`);
    expect(asked[0]?.target).toMatch(/^[\w.-]{32}:[0-9a-f]{16}$/);
  });
});

test.each([0, -1, 1.5, Number.NaN, 86_400_001])('a lapse of %d ms is refused', (lapseMs) => {
  expect(() => asking(() => Promise.resolve('granted'), lapseMs)).toThrow(/lapseMs must be/);
});
