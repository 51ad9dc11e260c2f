/** What agents spent: counted from the journal, honest about what has no price, the same after a restart. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Agent, Incident, IncidentSummary, Overview } from '../../src/control/api/client.ts';
import { digestEvent } from '../../src/detect/index.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import { diskStore } from '../proxy/started-proxy.ts';
import { asking, callOnce, loop, runningControl } from './running-control.ts';

const priced = { costMicroUsd: 4_200, model: 'claude-sonnet-4-5' };
const named = { model: 'claude-sonnet-4-5', provider: 'anthropic' };

describe('an agent', () => {
  test('shows tokens and money of today and in all, for itself, its sessions and conversations', async () => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('coder', { session: 's1', thread: 'main', ...named }), priced);
    await callOnce(gate, asking('coder', { session: 's1', thread: 'sub', ...named }), priced);
    await callOnce(gate, asking('coder', { session: 's2', ...named }), priced);
    const coder = (await ask('/api/agents/coder')).body as Agent;
    const three = { tokens: 900, cost_usd: 0.0126, unpriced_calls: 0 };
    const nothing = { tokens: 0, cost_usd: 0, unpriced_calls: 0 };
    const subagents = { today: nothing, total: nothing };
    expect(coder.spend).toEqual({ today: three, total: three, subagents });
    const [s2, s1] = coder.sessions;
    expect([s2?.id, s1?.id]).toEqual(['s2', 's1']);
    expect(s1?.spend.today).toEqual({ tokens: 600, cost_usd: 0.0084, unpriced_calls: 0 });
    expect(s1?.threads.find(({ id }) => id === 'sub')?.spend.today.cost_usd).toBe(0.0042);
    expect((await ask('/api/agents')).body).toMatchObject([{ spend: { today: three } }]);
  });

  test('says how many calls its sum leaves out, and no sum where no price is known', async () => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('mixed'), priced);
    await callOnce(gate, asking('mixed'));
    await callOnce(gate, asking('unknown'));
    await gate.register('idle', 'test');
    const agents = (await ask('/api/agents')).body as Agent[];
    expect(
      agents.map(({ id, spend }) => [id, spend.today.cost_usd, spend.today.unpriced_calls]),
    ).toEqual([
      ['idle', 0, 0],
      ['mixed', 0.0042, 1],
      ['unknown', null, 1],
    ]);
    const { today } = (await ask('/api/overview')).body as Overview;
    expect(today).toMatchObject({ calls: 3, tokens: 900, cost_usd: 0.0042, unpriced_calls: 2 });
  });

  test('a new day begins with nothing spent', async () => {
    let now = Date.UTC(2026, 10, 15, 23, 59);
    const time = { wallMs: () => now, monotonicMs: () => now };
    const { gate, ask } = await runningControl({ time });
    await callOnce(gate, asking('coder'), priced);
    now += 120_000;
    const { spend } = (await ask('/api/agents/coder')).body as Agent;
    expect(spend.today).toEqual({ tokens: 0, cost_usd: 0, unpriced_calls: 0 });
    expect(spend.total).toEqual({ tokens: 300, cost_usd: 0.0042, unpriced_calls: 0 });
  });
});

describe('a server that starts again', () => {
  test.each([
    ['with what was kept', false],
    ['from the journal alone', true],
  ])('knows the same, %s', async (_, forgets) => {
    const store = await diskStore();
    const first = await runningControl({ store });
    await callOnce(first.gate, asking('coder', { session: 's1' }), priced);
    const before = (await first.ask('/api/agents/coder')).body as Agent;
    await first.control.close();
    // Recorded while nobody counted.
    await callOnce(first.gate, asking('coder', { session: 's1' }), priced);
    first.gate.close();
    if (forgets) await store.changeDocuments({ remove: [{ kind: 'spend', id: 'coder' }] });
    const second = await runningControl({ store });
    const after = (await second.ask('/api/agents/coder')).body as Agent;
    expect(before.spend.today.cost_usd).toBe(0.0042);
    expect(after.spend.today).toEqual({ tokens: 600, cost_usd: 0.0084, unpriced_calls: 0 });
    expect(((await second.ask('/api/overview')).body as Overview).today.cost_usd).toBe(0.0084);
  });

  test('figures of another journal are not taken for its own', async () => {
    const store = createMemoryStore();
    onTestFinished(() => store.close());
    const sum = { answers: 9, tokens: 9, microUsd: 9, unpriced: 0 };
    const rest = { calls: 0, refused: 0, stops: 0, savedTokens: 0, savedMicroUsd: 0 };
    const body = { today: sum, total: sum, seq: 1_000, day: 1, ...rest, sessions: [] };
    const { gate } = await runningControl({ store });
    await callOnce(gate, asking('coder'), priced);
    const put = [{ kind: 'spend', id: 'coder', at: 1, body: JSON.stringify(body) }];
    await store.changeDocuments({ put });
    const { ask } = await runningControl({ store });
    expect(((await ask('/api/agents/coder')).body as Agent).spend.total.cost_usd).toBe(0.0042);
  });
});

describe('a stop', () => {
  test('tells what the repetition cost, and what the refused requests would have', async () => {
    const { gate, ask } = await runningControl({ killSwitch: { enabled: true } });
    await loop(gate, 'crawler', priced);
    await callOnce(gate, asking('crawler'));
    const [summary] = (await ask('/api/incidents?state=open')).body as IncidentSummary[];
    const { cost } = (await ask(`/api/incidents/${encodeURIComponent(summary?.id ?? '')}`))
      .body as Incident;
    expect(cost.calls_since).toBeGreaterThan(1);
    expect(cost).toMatchObject({
      tokens_since: 300 * cost.calls_since,
      cost_usd: (4_200 * cost.calls_since) / 1_000_000,
      unpriced_calls: 0,
    });
    const { today } = (await ask('/api/overview')).body as Overview;
    expect(today.refused).toBeGreaterThan(0);
    expect(today.saved_tokens).toBe(300 * today.refused);
    expect(today.saved_usd).toBeCloseTo(0.0042 * today.refused, 6);
  });

  test('a call that only waits is neither refused nor saved', async () => {
    const { gate, ask } = await runningControl();
    const first = await gate.admit(asking('busy'));
    if (!first.allowed) throw new Error(first.refusal.reason);
    const end = { status: 'SUCCESS', latencyMs: 1, tokens: 60_000, cachedTokens: 0 } as const;
    await first.call.finish({ ...end, response: { toolCalls: 0, outputLength: 9 } });
    const second = await gate.admit({ ...asking('busy'), waitMs: 0 });
    expect(second).toMatchObject({ allowed: false, refusal: { temporary: true } });
    const { today } = (await ask('/api/overview')).body as Overview;
    expect(today).toMatchObject({ calls: 1, refused: 0, stops: 0, saved_tokens: 0 });
  });

  test('tool calls between do not end the repetition', async () => {
    const { gate, ask } = await runningControl({ killSwitch: { enabled: true } });
    const looked = { kind: 'tool', tool: 'look', args: { at: 'a' }, result: 'a=1' } as const;
    const observed = { digests: [digestEvent(looked)] };
    for (let turn = 0; turn < 6; turn += 1) {
      const admission = await gate.admit(asking('crawler', { observed, ...named }));
      if (!admission.allowed) break;
      expect(await admission.call.mayRun(1)).toBeNull();
      const response = { toolCalls: 1, outputLength: 40 };
      const spent = { status: 'SUCCESS', latencyMs: 9, tokens: 300, cachedTokens: 0 } as const;
      await admission.call.finish({ ...spent, response, ...priced });
    }
    const [summary] = (await ask('/api/incidents?state=open')).body as IncidentSummary[];
    const { cost, steps } = (await ask(`/api/incidents/${encodeURIComponent(summary?.id ?? '')}`))
      .body as Incident;
    expect(cost.calls_since).toBeGreaterThan(1);
    expect(cost.tokens_since).toBe(300 * cost.calls_since);
    expect(cost.cost_usd).toBe((4_200 * cost.calls_since) / 1_000_000);
    const ended = steps.filter((step) => step.ended !== null);
    expect(ended.length).toBeGreaterThan(1);
    expect(ended.every(({ cost_usd: usd, call }) => usd === 0.0042 && call !== null)).toBe(true);
  });
});

test('metrics count money by agent, and what it leaves out', async () => {
  const { gate, ask } = await runningControl();
  await callOnce(gate, asking('calm'), priced);
  await callOnce(gate, asking('calm'));
  const { text } = await ask('/metrics');
  expect(text).toContain('tripwire_cost_usd_total{agent="calm"} 0.0042');
  expect(text).toContain('tripwire_unpriced_calls_total{agent="calm"} 1');
});
