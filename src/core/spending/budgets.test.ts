/** Budgets longer than a minute: what fits passes, what does not is refused, and calls are settled as they really were. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { event, judge, operator, tick } from '../../../test/kit/records.ts';
import {
  FROZEN_V0_2,
  step,
  type AdmitRecord,
  type AgentRecord,
  type AgentState,
  type Budgets,
  type ResultRecord,
} from '../index.ts';

const DAY_MS = 86_400_000;
const NOON = 100 * DAY_MS + DAY_MS / 2;
const budgets = (at: number, set: { readonly [name in keyof Budgets]?: number | null }) =>
  operator(at, 'configure', { envelope: { budgets: set } });
const ask = (
  timestamp: number,
  costMicroUsd?: number,
  more: Partial<AdmitRecord> = {},
): AdmitRecord => ({
  type: 'admit',
  timestamp,
  purpose: 'step',
  estimate: {
    tokenCount: 100,
    toolCalls: 0,
    ...(costMicroUsd === undefined ? {} : { costMicroUsd }),
  },
  ...more,
});
const result = (timestamp: number, tokensUsed: number): ResultRecord => ({
  type: 'result',
  timestamp,
  result: { executed: true, status: 'SUCCESS', tokensUsed, latencyMs: 1 },
});
/** The end of a call that reserved so much a millisecond before. */
const ended = (timestamp: number, cost: number | null, reserved: number, tokens = 50) => ({
  ...result(timestamp, tokens),
  ...(cost === null ? {} : { costMicroUsd: cost }),
  reserved: { timestamp: timestamp - 1, costMicroUsd: reserved },
});
/** Whether the last of the records passes. */
const passes = (...records: readonly AgentRecord[]) => judge(records).last.safety.allowed;

describe('a budget in money', () => {
  const five = budgets(NOON, { microUsdPerDay: 5_000_000 });

  test('lets through what fits exactly, and not a millionth more', () => {
    expect(passes(five, ask(NOON, 5_000_000))).toBe(true);
    expect(passes(five, ask(NOON, 5_000_001))).toBe(false);
  });

  test('says what is spent, what is asked for and what may be', () => {
    const { last } = judge([five, ask(NOON, 4_000_000), ask(NOON, 1_250_000)]);
    expect(last.safety).toMatchObject({ allowed: false, vetoReason: 'TOKEN_BUDGET_EXCEEDED' });
    expect(last.safety.reason).toContain(
      'BUDGET_SPENT: $4.00 spent and reserved, $1.25 for this call; $5.00 is what the agent has for a day (UTC)',
    );
    expect(last.budget).toEqual({
      asked: 1_250_000,
      code: 'BUDGET_SPENT',
      level: 'agent',
      limit: 5_000_000,
      spent: 4_000_000,
      unit: 'microUsd',
    });
  });

  test('counts calls under way as they were estimated, and replaces that by what they cost', () => {
    const reserved = [five, ask(NOON, 3_000_000)];
    expect(passes(...reserved, ask(NOON + 1, 2_000_001))).toBe(false);
    const cheap = [...reserved, ended(NOON + 1, 10, 3_000_000)];
    expect(passes(...cheap, ask(NOON + 1, 4_999_990))).toBe(true);
    expect(passes(...cheap, ask(NOON + 1, 4_999_991))).toBe(false);
    const dear = [...reserved, ended(NOON + 1, 4_999_999, 3_000_000)];
    expect(passes(...dear, ask(NOON + 1, 1))).toBe(true);
    expect(passes(...dear, ask(NOON + 1, 2))).toBe(false);
  });

  test('keeps what was reserved for a call whose cost nobody knows, and gives back what cost nothing', () => {
    const reserved = [five, ask(NOON, 3_000_000)];
    const unknown = [...reserved, ended(NOON + 1, null, 3_000_000)];
    expect(passes(...unknown, ask(NOON + 1, 2_000_001))).toBe(false);
    const nothing = [...reserved, ended(NOON + 1, null, 3_000_000, 0)];
    expect(passes(...nothing, ask(NOON + 1, 5_000_000))).toBe(true);
  });

  test('refuses a model without a known price, whatever is left', () => {
    const { last } = judge([five, ask(NOON)]);
    expect(last.safety.allowed).toBe(false);
    expect(last.safety.reason).toContain('PRICE_UNKNOWN: the price of this model is not known');
    const free = { estimate: { tokenCount: 0, toolCalls: 0 } };
    expect(passes(five, ask(NOON, undefined, free))).toBe(true);
  });

  test('begins anew at midnight UTC, and what was reserved before it is not given back after it', () => {
    const midnight = 101 * DAY_MS;
    const late = [five, ask(midnight - 1, 5_000_000)];
    expect(passes(...late, ask(midnight - 1, 1))).toBe(false);
    expect(passes(...late, ask(midnight, 5_000_000))).toBe(true);
    const over = [...late, ended(midnight, 2_000_000, 5_000_000)];
    expect(passes(...over, ask(midnight, 3_000_000))).toBe(true);
    expect(passes(...over, ask(midnight, 3_000_001))).toBe(false);
  });

  test('speaks when a model is asked, and at nothing else', () => {
    const spent = [five, ask(NOON, 5_000_000)];
    expect(passes(...spent, tick(NOON))).toBe(true);
    const estimate = { tokenCount: 0, toolCalls: 1 };
    const tools = { purpose: 'tool', reserve: false, estimate } as const;
    expect(passes(...spent, ask(NOON, undefined, tools))).toBe(true);
    expect(passes(...spent, ask(NOON, 1))).toBe(false);
  });

  test('starts no cooldown and costs no health: the next day it goes on as before', () => {
    const { last } = judge([five, ask(NOON, 5_000_001), event(NOON, { tokenCount: 1 })]);
    expect(last.safety).toMatchObject({ allowed: true });
    expect(last.health).toBe(1);
  });
});

describe('budgets of tokens and calls, on every level', () => {
  const at = { session: 's', thread: 't' };
  const levels = [
    ['tokensPerDay', 'callsPerDay', {}],
    ['tokensPerSession', 'callsPerSession', { session: 's' }],
    ['tokensPerThread', 'callsPerThread', at],
  ] as const;

  test.each(levels)('%s and %s bind there and not beside', (tokens, calls, place) => {
    const asked = { ...at, ...place };
    const two = budgets(NOON, { [calls]: 2 });
    expect(passes(two, ask(NOON, 1, asked), ask(NOON, 1, asked))).toBe(true);
    const third = judge([two, ask(NOON, 1, asked), ask(NOON, 1, asked), ask(NOON, 1, asked)]).last;
    expect(third.safety).toMatchObject({ allowed: false, vetoReason: 'RATE_LIMIT_EXCEEDED' });
    const much = budgets(NOON, { [tokens]: 200 });
    expect(passes(much, ask(NOON, 1, asked), ask(NOON, 1, asked))).toBe(true);
    expect(passes(much, ...Array.from({ length: 3 }, () => ask(NOON, 1, asked)))).toBe(false);
    const beside = { session: 'other', thread: 'other' };
    const other = passes(two, ask(NOON, 1, asked), ask(NOON, 1, asked), ask(NOON, 1, beside));
    expect(other).toBe(calls !== 'callsPerDay');
  });

  test('tokens are settled by the event, and not a second time by the result after it', () => {
    const settles = { timestamp: NOON, tokenCount: 100, toolCalls: 0 };
    const call = [
      budgets(NOON, { tokensPerSession: 1_000 }),
      ask(NOON, 1),
      { ...event(NOON + 1, { tokenCount: 850 }), settles },
      result(NOON + 1, 850),
    ];
    const asking = (tokenCount: number) =>
      ask(NOON + 2, 1, { estimate: { tokenCount, toolCalls: 0 } });
    expect(passes(...call, asking(150))).toBe(true);
    expect(passes(...call, asking(151))).toBe(false);
  });
});

describe('in shadow', () => {
  const shadowed = operator(NOON, 'configure', {
    envelope: {
      maxTokensPerMinute: 10,
      budgets: { callsPerDay: 1 },
      shadow: ['limits', 'budgets'],
    },
  });

  test('limits and budgets bind nobody, and are counted on', () => {
    expect(passes(shadowed, ask(NOON, 1), ask(NOON, 1))).toBe(true);
    const acting = operator(NOON, 'configure', { envelope: { shadow: [] } });
    expect(passes(shadowed, ask(NOON, 1), acting, ask(NOON, 1))).toBe(false);
  });

  test('the vetoes of the constitution always act', () => {
    const much = { estimate: { tokenCount: 50_001, toolCalls: 0 } };
    const { last } = judge([shadowed, ask(NOON, 1, much)]);
    expect(last.safety).toMatchObject({ allowed: false, vetoReason: 'TOKEN_BUDGET_EXCEEDED' });
  });
});

describe('a person', () => {
  test('raises, removes and sets anew', () => {
    const spent = [budgets(NOON, { callsPerDay: 1 }), ask(NOON, 1)];
    expect(passes(...spent, ask(NOON, 1))).toBe(false);
    expect(passes(...spent, budgets(NOON, { callsPerDay: 2 }), ask(NOON, 1))).toBe(true);
    const removed = judge([...spent, budgets(NOON, { callsPerDay: null })]);
    expect(removed.state).not.toHaveProperty('ledger');
    expect(removed.state.envelope).not.toHaveProperty('budgets');
    expect(removed.state.sessions['main']).not.toHaveProperty('ledger');
    const anew = budgets(NOON, { callsPerDay: 1 });
    expect(passes(...spent, budgets(NOON, { callsPerDay: null }), anew, ask(NOON, 1))).toBe(true);
  });

  test('who sets none leaves no mark in the state', () => {
    const { state } = judge([ask(NOON, 1), ended(NOON + 1, 1, 1)]);
    expect(JSON.stringify(state)).not.toContain('ledger');
  });
});

/** The oracle: every amount that was counted, in a list. */
test('what passes never adds up to more than the budget, and what fits passes', () => {
  const amount = fc.integer({ min: 0, max: 400 });
  const act = fc.record({ estimate: amount, cost: fc.option(amount), ends: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 30 }),
      fc.integer({ min: 1, max: 1_500 }),
      (acts, most) => {
        let state: AgentState = judge([budgets(NOON, { microUsdPerSession: most })]).state;
        const take = (record: AgentRecord) => {
          const taken = step(state, record, FROZEN_V0_2);
          ({ state } = taken);
          return taken.safety.allowed;
        };
        const counted: number[] = [];
        const sum = () => counted.reduce((total, one) => total + one, 0);
        let at = NOON;
        for (const { estimate, cost, ends } of acts) {
          at += 2;
          const fits = sum() + estimate <= most;
          const asked = { estimate: { tokenCount: 1, toolCalls: 0, costMicroUsd: estimate } };
          expect(take(ask(at, undefined, asked))).toBe(fits);
          if (!fits) continue;
          counted.push(ends && cost !== null ? cost : estimate);
          if (ends) take(ended(at + 1, cost, estimate));
        }
      },
    ),
    { numRuns: 300 },
  );
});
