/** Who spent what is told apart within a bound, and what goes beyond it counts everywhere. */
import { expect, test } from 'vitest';
import { testGate } from '../../../test/kit/test-gate.ts';
import { LABEL_SETS_MAX } from '../../store/index.ts';
import type { Team } from '../index.ts';

const perUser: Team = {
  name: 'per-user',
  budgets: { callsPerDay: 2 },
  isShadow: () => false,
  goesBy: ['user'],
  has: () => true,
  shareOf: (_agent, { user }) => `user ${user}`,
};

test('a client that makes up users finds no room in the budgets of others', async () => {
  const gate = await testGate({ teams: () => [perUser] });
  const ask = async (agent: string, user: string) => {
    const asking = { agent, labels: { user }, purpose: 'step', estimateTokens: 0 } as const;
    const admission = await gate.admit({ ...asking, waitMs: 0 });
    if (!admission.allowed) return admission.refusal.kind;
    const end = { status: 'SUCCESS', latencyMs: 1, tokens: 0, cachedTokens: 0 } as const;
    await admission.call.finish(end);
    return 'passed';
  };
  for (let index = 0; index < LABEL_SETS_MAX; index += 1) {
    expect(await ask('flood', `user-${index}`)).toBe('passed');
  }
  expect(await ask('flood', 'more-1')).toBe('passed');
  expect(await ask('flood', 'more-2')).toBe('passed');
  expect(await ask('flood', 'more-3')).toBe('team_budget_spent');
  gate.close();
});

test('one that makes up tags for its own user finds no room in budgets by tags, and takes none from users', async () => {
  const perTag: Team = {
    ...perUser,
    name: 'per-tag',
    goesBy: ['tags'],
    shareOf: (_agent, { tags = [] }) => `tag ${tags.join()}`,
  };
  const byUser = { ...perUser, budgets: { callsPerDay: LABEL_SETS_MAX + 1 } };
  const gate = await testGate({ teams: () => [byUser, perTag] });
  const ask = async (agent: string, user: string, tag: string) => {
    const asking = { agent, labels: { user, tags: [tag] }, purpose: 'step' } as const;
    const admission = await gate.admit({ ...asking, estimateTokens: 0, waitMs: 0 });
    if (!admission.allowed) return admission.refusal.reason;
    const end = { status: 'SUCCESS', latencyMs: 1, tokens: 0, cachedTokens: 0 } as const;
    await admission.call.finish(end);
    return 'passed';
  };
  for (let index = 0; index <= LABEL_SETS_MAX; index += 1) {
    expect(await ask('flood', 'sam', `tag-${index}`)).toBe('passed');
  }
  expect(await ask('flood', 'sam', 'one-more')).toContain('per-user');
  expect(await ask('other', 'ann', 'own')).toBe('passed');
  gate.close();
});

test('another agent has its own sets of labels', async () => {
  const gate = await testGate({ teams: () => [{ ...perUser, budgets: { callsPerDay: 1 } }] });
  const place = { purpose: 'step', estimateTokens: 0, waitMs: 0 } as const;
  for (const user of ['ann', 'bob']) {
    expect((await gate.admit({ agent: 'one', labels: { user }, ...place })).allowed).toBe(true);
    expect((await gate.admit({ agent: 'two', labels: { user }, ...place })).allowed).toBe(false);
  }
  gate.close();
});
