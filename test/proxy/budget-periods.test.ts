/** Budgets for a week, a month and the last hours, and those of sessions, as a client meets them: over any restart. */
import { describe, expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Budgets } from '../../src/core/index.ts';
import type { Team } from '../../src/gate/index.ts';
import { listPriceOf } from '../../src/prices/call-price.ts';
import { createMemoryStore, type Store } from '../../src/store/index.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { testGate } from '../kit/test-gate.ts';
import { endsOf } from './journal-rows.ts';
import { askMessages } from './plain-ask.ts';
import { diskStore, startedProxy } from './started-proxy.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Friday in the middle of a month. */
const FRIDAY = Date.parse('2026-03-13T10:00:00Z');
/** 1,000 × $3 + 100 × $15 for a million: $0.0045. */
const usage = { input: 1_000, output: 100 };
const answers: FakeScript = (_turn, index) => ({ text: `Room ${index} is empty.`, usage });

/** A clock that goes on by itself, and that a test puts forward. */
function watch() {
  const begun = performance.now();
  const time = { aheadMs: 0 };
  const monotonicMs = () => performance.now() - begun + time.aheadMs;
  const source = { wallMs: () => FRIDAY + monotonicMs(), monotonicMs };
  return {
    source,
    pass: (ms: number) => (time.aheadMs += ms),
    set: (date: string) => (time.aheadMs = Date.parse(date) - FRIDAY),
  };
}

type Watch = ReturnType<typeof watch>;

function started(budgets: Budgets, { source }: Watch, store?: Store): Promise<RunningProxy> {
  const more = { priceOf: listPriceOf, limits: { budgets }, time: source };
  return startedProxy(answers, {}, store === undefined ? more : { ...more, store });
}

let asked = 0;
/** Asks something new each time, and waits until it is settled; null when it passed, else the refusal. */
async function ask(running: RunningProxy, session?: string): Promise<string | null> {
  asked += 1;
  const before = (await endsOf(running)).length;
  const messages = [{ role: 'user', content: `What is in room ${asked}?` }];
  const headers = session === undefined ? {} : { 'x-claude-code-session-id': session };
  const fields = { model: 'claude-sonnet-4-5' };
  const answer = await askMessages(running, { messages, fields, headers });
  const text = await answer.text();
  if (!answer.ok) return text;
  // Until it is on the disk: the next gate on this store goes on from there.
  await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(before + 1));
  return null;
}

describe('a budget for a week', () => {
  verifies('X6', 'outlasts days and restarts, and is new on Monday', async () => {
    const clock = watch();
    const store = await diskStore();
    const first = await started({ callsPerWeek: 3 }, clock, store);
    expect(await ask(first)).toBeNull();
    clock.pass(DAY_MS);
    expect(await ask(first)).toBeNull();
    await first.close();
    const again = await started({ callsPerWeek: 3 }, clock, store);
    clock.pass(HOUR_MS);
    expect(await ask(again)).toBeNull();
    const refused = await ask(again);
    expect(refused).toContain('budget_spent');
    expect(refused).toContain('3 calls is what the agent has for a week (from Monday, UTC)');
    expect(refused).toContain('a new week begins on Monday at midnight UTC');
    expect(again.provider.requests).toHaveLength(1);
    expect((await again.gate.agent('sam')).budgets).toEqual([
      { level: 'agent', period: 'week', unit: 'calls', limit: 3, spent: 3 },
    ]);
    clock.set('2026-03-16T00:00:00Z');
    expect(await ask(again)).toBeNull();
  });

  verifies('X6', 'that is set in the middle of it counts the days before', async () => {
    const clock = watch();
    const running = await started({ callsPerDay: 5 }, clock);
    for (let day = 0; day < 2; day += 1) {
      expect(await ask(running)).toBeNull();
      clock.pass(DAY_MS);
    }
    const set = { agent: 'sam', action: 'configure', by: 'ann' } as const;
    await running.gate.operate({ ...set, envelope: { budgets: { microUsdPerWeek: 10_000 } } });
    const week = (await running.gate.agent('sam')).budgets.find(({ period }) => period === 'week');
    expect(week).toEqual({
      level: 'agent',
      period: 'week',
      unit: 'usd',
      limit: 0.01,
      spent: 0.009,
    });
    expect(await ask(running)).toContain('budget_spent');
    await running.gate.operate({ ...set, envelope: { budgets: { microUsdPerWeek: 1_000_000 } } });
    expect(await ask(running)).toBeNull();
  });
});

verifies('X6', 'a budget for a month is in dollars too, and is new on its first day', async () => {
  const clock = watch();
  const running = await started({ microUsdPerMonth: 10_000 }, clock);
  expect(await ask(running)).toBeNull();
  clock.pass(10 * DAY_MS);
  expect(await ask(running)).toBeNull();
  expect(await ask(running)).toContain('$0.01 is what the agent has for a month (UTC)');
  clock.set('2026-04-01T00:00:00Z');
  expect(await ask(running)).toBeNull();
});

verifies('X6', 'a rolling budget lets go of what is older than its hours', async () => {
  const clock = watch();
  const store = await diskStore();
  const budgets = { callsRolling: 2, rollingHours: 5 };
  const first = await started(budgets, clock, store);
  expect(await ask(first)).toBeNull();
  clock.pass(4 * HOUR_MS);
  expect(await ask(first)).toBeNull();
  await first.close();
  const running = await started(budgets, clock, store);
  expect(await ask(running)).toContain('2 calls is what the agent has for any 5 hours');
  clock.pass(2 * HOUR_MS);
  expect(await ask(running)).toBeNull();
  expect(await ask(running)).toContain('budget_spent');
});

verifies('X6', 'a session that was let go of has no new budget when it comes back', async () => {
  const running = await started({ callsPerSession: 2 }, watch());
  expect([await ask(running, 'early'), await ask(running, 'early')]).toEqual([null, null]);
  expect(await ask(running, 'early')).toContain('2 calls is what the session has');
  for (let index = 0; index < 66; index += 1) {
    expect(await ask(running, `between-${index}`)).toBeNull();
  }
  const { sessions } = await running.gate.agent('sam');
  expect(sessions.map(({ id }) => id)).not.toContain('early');
  expect(await ask(running, 'early')).toContain('2 calls is what the session has');
  expect(await ask(running, 'late')).toBeNull();
});

describe('a team', () => {
  const team: Team = {
    name: 'research',
    budgets: { callsPerMonth: 3, tokensRolling: 1_000, rollingHours: 48 },
    isShadow: () => false,
    has: (agent) => agent.startsWith('scout'),
  };

  async function opened(store: Store, clock: Watch, budgets: Team['budgets'] = team.budgets) {
    const one = { ...team, budgets };
    const gate = await testGate({ store, time: clock.source, teams: () => [one] });
    onTestFinished(() => gate.close());
    const call = async (agent: string, tokens = 10) => {
      const place = { agent, purpose: 'step', estimateTokens: tokens, waitMs: 0 } as const;
      const admission = await gate.admit(place);
      if (!admission.allowed) return admission.refusal.reason;
      const end = { status: 'SUCCESS', latencyMs: 1, tokens, cachedTokens: 0 } as const;
      await admission.call.finish(end);
      return 'passed';
    };
    return { gate, call };
  }

  verifies('X6', 'shares a month and the last hours, over days and restarts', async () => {
    const clock = watch();
    const store = createMemoryStore();
    const first = await opened(store, clock);
    expect(await first.call('scout-1', 900)).toBe('passed');
    expect(await first.call('scout-2', 101)).toContain(
      '1000 tokens is what the team research has for any 48 hours',
    );
    expect(await first.call('bob', 5_000)).toBe('passed');
    clock.pass(2 * DAY_MS + 2 * HOUR_MS);
    const second = await opened(store, clock);
    expect(await second.call('scout-2', 101)).toBe('passed');
    clock.pass(10 * DAY_MS);
    const third = await opened(store, clock);
    expect(await third.call('scout-3')).toBe('passed');
    expect(await third.call('scout-1')).toContain(
      '3 calls is what the team research has for a month (UTC)',
    );
    expect((await third.gate.agent('scout-2')).budgets).toEqual([
      {
        level: 'team',
        team: 'research',
        period: 'month',
        unit: 'calls',
        limit: 3,
        spent: 3,
      },
      {
        level: 'team',
        team: 'research',
        period: 'rolling',
        hours: 48,
        unit: 'tokens',
        limit: 1_000,
        spent: 10,
      },
    ]);
    expect(await third.call('bob')).toBe('passed');
    clock.set('2026-04-01T00:00:00Z');
    expect(await third.call('scout-1')).toBe('passed');
  });

  verifies('X6', 'keeps what a call reserved whose end nobody told, over a restart', async () => {
    const clock = watch();
    const store = createMemoryStore();
    const first = await opened(store, clock, { tokensPerDay: 1_000 });
    const place = { agent: 'scout-1', purpose: 'step', waitMs: 0 } as const;
    expect((await first.gate.admit({ ...place, estimateTokens: 800 })).allowed).toBe(true);
    const second = await opened(store, clock, { tokensPerDay: 1_000 });
    expect(await second.call('scout-2', 201)).toContain('800 tokens spent and reserved');
    expect(await second.call('scout-2', 200)).toBe('passed');
    expect(await second.call('bob', 201)).toBe('passed');
  });

  verifies('X6', 'whose budget becomes one for longer finds what was spent long ago', async () => {
    const clock = watch();
    const store = createMemoryStore();
    const first = await opened(store, clock, { callsPerDay: 2 });
    expect(await first.call('scout-1')).toBe('passed');
    clock.pass(3 * DAY_MS);
    let budgets: Team['budgets'] = { callsPerDay: 2 };
    const gate = await testGate({
      store,
      time: clock.source,
      teams: () => [{ ...team, budgets }],
    });
    onTestFinished(() => gate.close());
    const place = { agent: 'scout-2', purpose: 'step', estimateTokens: 1, waitMs: 0 } as const;
    expect((await gate.admit(place)).allowed).toBe(true);
    budgets = { callsPerMonth: 2 };
    expect((await gate.admit(place)).allowed).toBe(false);
    budgets = { callsPerMonth: 3 };
    expect((await gate.admit(place)).allowed).toBe(true);
  });
});
