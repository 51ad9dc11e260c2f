/** Budgets of teams and a person's prices, as they are configured for the command and met by clients. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { configuredServer } from './configured-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const server = configuredServer();

interface Refusal {
  readonly code: string;
  readonly remedy: string;
  readonly reason: string;
}

/** Asks for one answer as an agent; the code of the refusal, or null when it passed. */
async function asked(agent: string, index: number, fields: object = {}, signal?: AbortSignal) {
  const body = {
    model: 'claude-sonnet-4-5',
    max_tokens: 50,
    messages: [{ role: 'user', content: `What is in room ${index} of ${agent}?` }],
    ...fields,
  };
  const answer = await fetch(`${server.running.url}/agents/${agent}/anthropic/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  const { error } = (await answer.json()) as { readonly error?: { readonly tripwire: Refusal } };
  return answer.ok ? null : error?.tripwire;
}

describe('a client that hangs up before the answer', () => {
  verifies('X6', 'has spent what was reserved for it', async () => {
    const never: FakeScript = () => ({ text: 'slow', pace: { hangAfterChunks: 0 } });
    await server.start('budgets: { tokens_per_day: 1000 }\n', [], never);
    for (const index of [1, 2, 3]) {
      const gone = new AbortController();
      const { length: before } = server.home.provider.requests;
      const asking = asked('ann', index, { max_tokens: 400 }, gone.signal);
      asking.catch(() => undefined);
      if (index === 3) {
        const letThrough = sleep(20_000, 'let through', { ref: false });
        expect(await Promise.race([asking, letThrough])).toMatchObject({ code: 'budget_spent' });
        continue;
      }
      await vi.waitFor(() => expect(server.home.provider.requests).toHaveLength(before + 1));
      gone.abort();
      await expect(asking).rejects.toThrow();
      await vi.waitFor(async () => {
        const seen = await server.running.api<{ readonly open_calls: number }>('/api/agents/ann');
        expect(seen?.open_calls).toBe(0);
      }, 20_000);
    }
  });
});

interface Seen {
  readonly budgets: readonly { readonly team?: string; readonly spent: number }[];
}

const team = `
agents:
  ann-coder: { tags: [night] }
teams:
  research:
    agents: [scout-*]
    tags: [night]
    budgets: { calls_per_day: 3 }
`;

describe('a team', () => {
  verifies(
    'X6',
    'shares its budget among agents by name and by tag, also after a restart',
    async () => {
      await server.start(team);
      expect(await asked('scout-1', 1)).toBeNull();
      expect(await asked('scout-2', 1)).toBeNull();
      expect(await asked('ann-coder', 1)).toBeNull();
      const refused = await asked('scout-1', 2);
      expect(refused).toMatchObject({ code: 'team_budget_spent' });
      expect(refused?.reason).toContain('3 calls is what the team research has for a day (UTC)');
      expect(await asked('bob', 1)).toBeNull();
      const { budgets } = (await server.running.api<Seen>('/api/agents/scout-2')) ?? {
        budgets: [],
      };
      expect(budgets).toMatchObject([{ level: 'team', team: 'research', limit: 3, spent: 3 }]);
      await server.end();
      await server.start(team);
      expect(await asked('scout-3', 1)).toMatchObject({ code: 'team_budget_spent' });
      expect(server.home.provider.requests).toHaveLength(4);
    },
  );

  verifies('X6', 'whose calls come together does not pass together', async () => {
    await server.start(team);
    const agents = Array.from({ length: 8 }, (_, index) => `scout-${index}`);
    const answers = await Promise.all(agents.map((agent) => asked(agent, 1)));
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(3);
  });

  verifies('X3', 'in shadow refuses nothing, and says what it would have refused', async () => {
    const shadow = team.replace('calls_per_day: 3', 'calls_per_day: 1, shadow: true');
    await server.start(shadow);
    for (const index of [1, 2, 3]) expect(await asked('scout-1', index)).toBeNull();
    await vi.waitFor(async () => {
      const report = await server.running.api<{ agents: readonly object[] }>('/api/shadow-report');
      expect(report?.agents).toMatchObject([
        { agent: 'scout-1', would_have: [{ rule: 'team', act: 'refuse', name: 'research' }] },
      ]);
    });
  });
});

describe('a budget in dollars', () => {
  const dollars = 'budgets: { usd_per_day: 1 }\n';
  const own = { model: 'my-own-model' };

  verifies(
    'X6',
    'refuses a model without a price in words, and takes one from a file',
    async () => {
      await server.start(dollars);
      const refused = await asked('ann', 1, own);
      expect(refused).toMatchObject({ code: 'price_unknown' });
      expect(refused?.remedy).toContain('prices in tripwire.yaml, or --prices FILE');
      await server.end();
      const file = join(server.home.data, 'own-prices.json');
      writeFileSync(file, JSON.stringify({ models: { 'my-own-model': { input: 1, output: 2 } } }));
      await server.start(dollars, ['--prices', file]);
      expect(await asked('ann', 2, own)).toBeNull();
      await server.end();
      await server.start(`${dollars}prices: own-prices.json\n`);
      expect(await asked('ann', 3, own)).toBeNull();
    },
  );
});
