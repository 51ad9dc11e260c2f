/** Budgets by user, project, branch and tag, as they are configured for the command and met by clients. */
import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { configuredServer } from './configured-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const server = configuredServer();

type Said = Readonly<Partial<Record<'user' | 'project' | 'branch' | 'tag', string>>>;

let asks = 0;
/** Asks for one answer as an agent, for somebody; the refusal in words, or null when it passed. */
async function asked(agent: string, said: Said = {}): Promise<string | null> {
  asks += 1;
  const named = Object.entries(said).map(([name, value]) => [`x-tripwire-${name}`, value] as const);
  const answer = await fetch(`${server.running.url}/agents/${agent}/anthropic/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'k',
      ...Object.fromEntries(named),
    },
    body: JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 50,
      messages: [{ role: 'user', content: `What is in room ${asks}?` }],
    }),
  });
  const text = await answer.text();
  return answer.ok ? null : text;
}

interface Seen {
  readonly budgets: readonly object[];
}

describe('a budget that each user has', () => {
  const config = `
teams:
  per-user: { each: user, budgets: { calls_per_week: 2 } }
agents:
  nightly: { user: ann }
`;

  verifies('X6', 'is for that user alone, whichever agent asks, also after a restart', async () => {
    await server.start(config);
    expect(await asked('coder', { user: 'ann' })).toBeNull();
    expect(await asked('tester', { user: 'ann' })).toBeNull();
    const refused = await asked('coder', { user: 'ann' });
    expect(refused).toContain('team_budget_spent');
    expect(refused).toContain(
      '2 calls is what the team per-user has for each (here: user ann) for a week (from Monday, UTC)',
    );
    // Others have their own, and nothing of it reaches the provider.
    expect(await asked('coder', { user: 'bob' })).toBeNull();
    expect(
      server.home.provider.requests.every((one) => !JSON.stringify(one).includes('x-tripwire')),
    ).toBe(true);
    const seen = await server.running.api<Seen>('/api/agents/coder');
    expect(seen?.budgets).toMatchObject([
      { level: 'team', team: 'per-user', share: 'user ann', period: 'week', limit: 2, spent: 2 },
      { level: 'team', team: 'per-user', share: 'user bob', limit: 2, spent: 1 },
    ]);
    await server.end();
    await server.start(config);
    expect(await asked('another', { user: 'ann' })).toContain('team_budget_spent');
    expect(await asked('coder', { user: 'bob' })).toBeNull();
  });

  verifies('X6', 'is not left by naming nobody, or another than is configured', async () => {
    await server.start(config);
    expect([await asked('coder'), await asked('tester')]).toEqual([null, null]);
    expect(await asked('coder')).toContain('here: calls that name no user');
    expect(await asked('nightly', { user: 'eve' })).toBeNull();
    expect(await asked('nightly', { user: 'mallory' })).toBeNull();
    expect(await asked('nightly', { user: 'bob' })).toContain('here: user ann');
    expect(await asked('coder', { user: 'eve' })).toBeNull();
  });

  verifies('X6', 'a header that cannot be a name is refused, and nothing is asked', async () => {
    await server.start(config);
    expect(await asked('coder', { user: 'ann or bob' })).toContain('x-tripwire-user must be');
    expect(await asked('coder', { tag: 'a,,b' })).toContain('Each tag of x-tripwire-tag must be');
    expect(server.home.provider.requests).toHaveLength(0);
  });
});

verifies('X6', 'projects, branches and tags of calls share the budgets of a team', async () => {
  await server.start(`
teams:
  release: { branches: [release/*], projects: [shop], tags: [night], budgets: { calls_per_month: 3 } }
`);
  expect(await asked('coder', { branch: 'release/1.2' })).toBeNull();
  expect(await asked('tester', { project: 'shop', branch: 'main' })).toBeNull();
  expect(await asked('other', { tag: 'ci, night' })).toBeNull();
  const refused = await asked('coder', { branch: 'release/1.3' });
  expect(refused).toContain('3 calls is what the team release has for a month (UTC)');
  expect(await asked('coder', { branch: 'main', tag: 'ci' })).toBeNull();
  expect(await asked('coder')).toBeNull();
});

verifies(
  'X6',
  'who makes up labels finds no room by them, and takes none from other users',
  async () => {
    await server.start(`
teams:
  per-user: { each: user, budgets: { calls_per_week: 300 } }
  release: { branches: [release/*], budgets: { calls_per_month: 300 } }
agents:
  flood: { user: sam }
`);
    const others = { user: 'made-up', branch: 'mine' };
    for (let from = 0; from < 260; from += 20) {
      const ask = (_: unknown, at: number) =>
        asked('flood', { ...others, user: `user-${from + at}`, tag: `tag-${from + at}` });
      expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(null));
    }
    expect(await asked('other', { user: 'ann', branch: 'release/1' })).toBeNull();
    const seen = await server.running.api<Seen>('/api/agents/other');
    expect(seen?.budgets).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ team: 'per-user', share: 'user ann', spent: 1 }),
        expect.objectContaining({ team: 'release', spent: 1 }),
      ]),
    );
  },
);
