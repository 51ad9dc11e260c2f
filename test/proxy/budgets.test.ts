/** Budgets as a client meets them: reserved before the call, settled after it, also when the client hangs up. */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Budgets } from '../../src/core/index.ts';
import { listPriceOf } from '../../src/prices/call-price.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { recordsOf } from './journal-rows.ts';
import { askMessages } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

const MODEL = 'claude-sonnet-4-5';
/** 1,000 × $3 + 100 × $15 for a million: $0.0045. */
const usage = { input: 1_000, output: 100 };
const answers: FakeScript = (_turn, index) => ({ text: `Room ${index} is empty.`, usage });

function budgeted(budgets: Budgets, script: FakeScript = answers): Promise<RunningProxy> {
  return startedProxy(script, {}, { priceOf: listPriceOf, limits: { budgets } });
}

/** Asks something new each time, so that nothing but a budget has a reason to refuse. */
async function ask(running: RunningProxy, index: number, fields: object = { model: MODEL }) {
  const messages = [{ role: 'user', content: `What is in room ${index}?` }];
  const answer = await askMessages(running, { messages, fields });
  return { status: answer.status, text: await answer.text() };
}

const spentOf = async (running: RunningProxy, agent = 'sam') =>
  (await running.gate.agent(agent)).budgets[0]?.spent;

describe('a budget in money', () => {
  verifies('X6', 'refuses the call that no longer fits, and nobody asks the provider', async () => {
    const running = await budgeted({ microUsdPerDay: 10_000 });
    for (const index of [1, 2]) expect(await ask(running, index)).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await spentOf(running)).toBe(0.009));
    const refused = await ask(running, 3);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain('budget_spent');
    expect(running.provider.requests).toHaveLength(2);
    const last = (await recordsOf(running)).at(-1);
    expect(last?.decision.safety.reason).toContain('BUDGET_SPENT: $0.009');
    expect(last?.decision.budget).toMatchObject({
      level: 'agent',
      unit: 'microUsd',
      limit: 10_000,
    });
  });

  verifies('X6', 'healthy work below it passes', async () => {
    const running = await budgeted({ microUsdPerDay: 1_000_000, callsPerSession: 50 });
    for (let index = 0; index < 8; index += 1) {
      expect(await ask(running, index)).toMatchObject({ status: 200 });
    }
    await vi.waitFor(async () => expect(await spentOf(running)).toBe(0.036));
  });

  verifies(
    'X6',
    'a model without a known price is refused under it, and passes without it',
    async () => {
      const running = await budgeted({ microUsdPerDay: 1_000_000 });
      const refused = await ask(running, 1, { model: 'my-own-model' });
      expect(refused.text).toContain('price_unknown');
      expect(running.provider.requests).toHaveLength(0);
      const other = await budgeted({ callsPerDay: 5 });
      expect(await ask(other, 1, { model: 'my-own-model' })).toMatchObject({ status: 200 });
    },
  );

  test('many refused requests are few records', async () => {
    const running = await budgeted({ callsPerDay: 1 });
    await ask(running, 0);
    await vi.waitFor(async () =>
      expect((await recordsOf(running)).at(-1)?.record.type).toBe('result'),
    );
    const before = (await recordsOf(running)).length;
    for (let index = 1; index <= 20; index += 1) {
      expect((await ask(running, index)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await recordsOf(running)).length - before).toBeLessThanOrEqual(2);
    expect(running.provider.requests).toHaveLength(1);
  });
});

describe('calls under way', () => {
  verifies('X6', 'have reserved what they were estimated at, until they end', async () => {
    const hanging: FakeScript = () => ({ text: 'slow', usage, pace: { hangAfterChunks: 1 } });
    const running = await budgeted({ callsPerDay: 1 }, hanging);
    const gone = new AbortController();
    const fields = { model: MODEL };
    const first = await askMessages(running, { stream: true, fields, signal: gone.signal });
    expect(first.status).toBe(200);
    expect((await ask(running, 2)).text).toContain('budget_spent');
    gone.abort();
    await expect(first.text()).rejects.toThrow();
  });

  verifies('X6', 'a client that hangs up in the answer is settled at what came of it', async () => {
    const text = 'one two three four five six seven eight nine ten '.repeat(20);
    const script: FakeScript = () => ({ text, usage, pace: { hangAfterChunks: 33 } });
    const running = await budgeted({ microUsdPerDay: 1_000_000 }, script);
    const gone = new AbortController();
    const fields = { model: MODEL };
    const response = await askMessages(running, { stream: true, fields, signal: gone.signal });
    let seen = '';
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      seen += Buffer.from(part).toString();
      if (seen.split('event: content_block_delta').length > 30) break;
    }
    gone.abort();
    await vi.waitFor(async () => {
      const result = (await recordsOf(running)).at(-1)?.record;
      expect(result).toMatchObject({ type: 'result', estimated: true });
    });
    // The provider told its input, and some hundred words had come.
    const spent = (await spentOf(running)) ?? 0;
    expect(spent).toBeGreaterThan(0.003 + 50 * 0.000015);
    expect(spent).toBeLessThan(0.003 + 200 * 0.000015);
  });

  verifies(
    'X6',
    'a client that hangs up before the answer does not spend for nothing',
    async () => {
      const running = await budgeted({ microUsdPerDay: 1_000_000 }, () => ({
        text: 'never',
        usage,
        pace: { pauseBeforeMs: 60_000 },
      }));
      const gone = new AbortController();
      const fields = { model: MODEL };
      const asked = askMessages(running, { fields, signal: gone.signal }).catch(() => null);
      await vi.waitFor(() => expect(running.provider.requests).toHaveLength(1));
      const reserved = await spentOf(running);
      expect(reserved).toBeGreaterThan(0);
      gone.abort();
      await asked;
      await vi.waitFor(async () => {
        expect((await recordsOf(running)).at(-1)?.record).toMatchObject({
          type: 'result',
          estimated: true,
          result: { status: 'PARTIAL' },
        });
      });
      expect(await spentOf(running)).toBe(reserved);
    },
  );
});

describe('sessions and subagents', () => {
  verifies('X6', 'each has its own budget, beside that of the agent', async () => {
    const running = await budgeted({ callsPerSession: 2, callsPerThread: 1 });
    const call = async (session: string, thread: string) => {
      const place = { agent: 'fleet', session, thread, purpose: 'step', waitMs: 0 } as const;
      const admission = await running.gate.admit({ ...place, estimateTokens: 10 });
      if (!admission.allowed) return admission.refusal.reason;
      const end = { status: 'SUCCESS', latencyMs: 1, tokens: 10, cachedTokens: 0 } as const;
      await admission.call.finish(end);
      return 'passed';
    };
    expect(await call('s1', 'main')).toBe('passed');
    expect(await call('s1', 'main')).toContain('1 calls is what the conversation has');
    expect(await call('s1', 'sub-1')).toBe('passed');
    expect(await call('s1', 'sub-2')).toContain('2 calls is what the session has');
    expect(await call('s2', 'main')).toBe('passed');
  });
});
