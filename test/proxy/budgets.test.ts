/** Budgets as a client meets them: reserved before the call, settled after it, also when the client hangs up. */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Budgets } from '../../src/core/index.ts';
import { listPriceOf } from '../../src/prices/call-price.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { recordsOf } from './journal-rows.ts';
import { askChat, askGemini, askMessages, askResponse } from './plain-ask.ts';
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
      expect((await recordsOf(running)).at(-1)?.record).toHaveProperty('ended'),
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
      expect(result).toMatchObject({ type: 'event', ended: { estimated: true } });
    });
    // The provider told its input, and some hundred words had come.
    const spent = (await spentOf(running)) ?? 0;
    expect(spent).toBeGreaterThan(0.003 + 50 * 0.000015);
    expect(spent).toBeLessThan(0.003 + 200 * 0.000015);
  });

  const hungUp: readonly (readonly [string, Budgets])[] = [
    ['money', { microUsdPerDay: 1_000_000 }],
    ['tokens', { tokensPerDay: 1_000_000 }],
  ];
  for (const [unit, budgets] of hungUp) {
    const title = `a client that hangs up before the answer costs what was reserved, in ${unit}`;
    verifies('X6', title, async () => {
      const running = await budgeted(budgets, () => ({
        text: 'never',
        usage,
        pace: { pauseBeforeMs: 60_000 },
      }));
      const gone = new AbortController();
      const fields = { model: MODEL, max_tokens: 4_000 };
      const asked = askMessages(running, { fields, signal: gone.signal }).catch(() => null);
      await vi.waitFor(() => expect(running.provider.requests).toHaveLength(1));
      const reserved = await spentOf(running);
      expect(reserved).toBeGreaterThan(budgets.tokensPerDay === undefined ? 0.06 : 4_000);
      gone.abort();
      await asked;
      await vi.waitFor(async () => {
        expect((await recordsOf(running)).at(-1)?.record).toMatchObject({
          type: 'result',
          estimated: true,
          lost: true,
          result: { status: 'PARTIAL' },
        });
      });
      expect(await spentOf(running)).toBe(reserved);
    });
  }
});

describe('what a call reserves', () => {
  const bound = (format: string, tokens: number) =>
    format === 'responses'
      ? { max_output_tokens: tokens }
      : format === 'gemini'
        ? { generationConfig: { maxOutputTokens: tokens } }
        : { max_tokens: tokens };
  const asks = { messages: askMessages, chat: askChat, responses: askResponse, gemini: askGemini };

  for (const format of Object.keys(asks) as (keyof typeof asks)[]) {
    verifies('X6', `is the longest answer that it leaves room for: ${format}`, async () => {
      const running = await budgeted({ tokensPerDay: 5_000 });
      const asked = async (tokens: number) => {
        const answer = await asks[format](running, { fields: bound(format, tokens) });
        return { status: answer.status, text: await answer.text() };
      };
      const long = await asked(50_000);
      expect(long.status).toBeGreaterThanOrEqual(400);
      expect(long.text).toContain('budget_spent');
      expect(running.provider.requests).toHaveLength(0);
      expect(await asked(100)).toMatchObject({ status: 200 });
      await vi.waitFor(async () => expect(await spentOf(running)).toBe(1_100));
    });
  }

  verifies('X6', 'never more than its model can answer', async () => {
    const running = await budgeted({ microUsdPerDay: 1_000_000 });
    // 64,000 × $15 for a million is $0.96; a million tokens would be $15.
    const fields = { model: MODEL, max_tokens: 1_000_000 };
    expect(await ask(running, 1, fields)).toMatchObject({ status: 200 });
  });

  verifies('X6', 'is what its answers usually are, where it sets no bound', async () => {
    const running = await budgeted({ tokensPerDay: 20_000 }, () => ({
      text: 'A long story.',
      usage: { input: 100, output: 6_000 },
    }));
    const fields = { model: MODEL, max_tokens: undefined };
    for (const index of [1, 2]) {
      expect(await ask(running, index, fields)).toMatchObject({ status: 200 });
      await vi.waitFor(async () => expect(await spentOf(running)).toBe(index * 6_100));
    }
    // 7,800 are left, and 6,000 fit; then 1,700 are left.
    expect(await ask(running, 3, fields)).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await spentOf(running)).toBe(3 * 6_100));
    expect((await ask(running, 4, fields)).text).toContain('budget_spent');
    // Whoever says that its answer is short passes.
    expect(await ask(running, 5, { model: MODEL, max_tokens: 500 })).toMatchObject({ status: 200 });
  });

  verifies('X6', 'leaves no trace in the journal of an agent without budgets', async () => {
    const running = await budgeted({});
    await ask(running, 1, { model: MODEL, max_tokens: 64_000 });
    const [admit] = (await recordsOf(running)).filter(({ record }) => record.type === 'admit');
    expect(admit?.record).not.toHaveProperty('estimate.reserveTokens');
  });
});

describe('a budget that is set in the middle of a day', () => {
  verifies('X6', 'counts what was spent on that day before', async () => {
    const running = await budgeted({});
    for (const index of [1, 2]) expect(await ask(running, index)).toMatchObject({ status: 200 });
    await vi.waitFor(async () => {
      const answered = (await recordsOf(running)).filter(({ record }) => record.type === 'event');
      expect(answered).toHaveLength(2);
    });
    const set = { agent: 'sam', action: 'configure', by: 'ann' } as const;
    await running.gate.operate({ ...set, envelope: { budgets: { microUsdPerDay: 10_000 } } });
    expect(await spentOf(running)).toBe(0.009);
    expect((await ask(running, 3)).text).toContain('budget_spent');
    await running.gate.operate({ ...set, envelope: { budgets: { microUsdPerDay: 1_000_000 } } });
    expect(await ask(running, 4)).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await spentOf(running)).toBeCloseTo(0.0135, 6));
  });
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
