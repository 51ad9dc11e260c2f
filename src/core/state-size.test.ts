/** State: at most 4 KiB for an agent with one session and one thread, whatever comes in. */
import { describe, expect, test } from 'vitest';
import { event, judge, operator, result, signal } from '../../test/kit/records.ts';
import { BUDGET_NAMES, FROZEN_V0_2, step, type AgentRecord, type AgentState } from './index.ts';
import { ROLLING_HOURS, ROLLING_SLOTS_MAX } from './spending/periods.ts';
import type { ThreadState } from './state.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const LATEST = 9_999_999_999_999;
const HOUR_MS = 3_600_000;

/** Every window and every text full to the brim, as far as records can fill them. */
function fullest(): AgentRecord[] {
  const endless = '\u0001\u{1f600}'.repeat(600);
  const values = { tokenCount: 9_999_999, toolCalls: 9_999, outputHash: 'x' };
  const by = 'b'.repeat(64);
  const minutes = Array.from({ length: 20 * 12 }, (_, index) =>
    event(LATEST - (20 - Math.floor(index / 12)) * 60_000, values),
  );
  const seconds = Array.from({ length: 61 }, (_, i) => event(LATEST - 61_000 + i * 1_000, values));
  return [
    ...minutes,
    ...seconds,
    ...Array.from({ length: 25 }, () => result(LATEST, 'FAILED')),
    ...(['deactivate', 'pause', 'stop-all'] as const).map((action) =>
      operator(LATEST, action, { by, why: endless }),
    ),
    operator(LATEST, 'configure', {
      envelope: { maxTokensPerMinute: 49_999, maxToolCallsPerMinute: 59 },
    }),
    ...(['kill_switch', 'checkpoint', 'blocker', 'compaction'] as const).map((hold) =>
      signal(LATEST, 'raise', hold, { source: 'detector', details: endless }),
    ),
    // Two that were refused stay, and one more question stands beside them for everything.
    ...['a', 'b', 'c'].flatMap((letter) => {
      const target = letter === 'c' ? '*' : letter.repeat(64);
      return [
        signal(LATEST, 'raise', 'approval', { source: 'detector', details: endless, target }),
        operator(LATEST, 'refuse', { target, why: endless, by }),
      ];
    }),
  ];
}

/** A thread that no records can make bigger. */
const fullestThread: ThreadState = {
  seen: Number.MAX_SAFE_INTEGER,
  mode: {
    mode: 'RUNAWAY',
    since: LATEST,
    previous: { mode: 'LOOPING', leftAt: LATEST },
    anew: false,
  },
  lastEventAt: LATEST,
  lastBeatAt: LATEST,
  intervals: new Array<number>(60).fill(99_998),
  outputs: new Array<string>(6).fill('#0123456789abcdef'),
  loop: { since: LATEST, distance: 64, threshold: 10_000 },
  runaway: { since: LATEST, recentMs: 99_999, earlierMs: 99_999 },
  cooldown: { since: LATEST, until: LATEST },
  holds: [],
};

describe('the state', () => {
  test('is at most 4 KiB in the worst case', () => {
    const { last, state } = judge(fullest());
    expect(last.holds).toHaveLength(12);
    const session = state.sessions['main'];
    if (session === undefined) throw new Error('there is a session');
    expect(session.usage.tokens).toEqual(new Array<number>(60).fill(9_999_999));
    const worst: AgentState = {
      ...state,
      sequence: Number.MAX_SAFE_INTEGER,
      sessions: {
        main: {
          ...session,
          seen: Number.MAX_SAFE_INTEGER,
          cooldown: { since: LATEST, until: LATEST },
          threads: { main: fullestThread },
        },
      },
    };
    expect(bytes(worst)).toBeLessThanOrEqual(4_096);
    expect(bytes(worst)).toBeGreaterThan(3_900);
  });

  test('with every budget there is at most 4 KiB more', () => {
    const most = Object.fromEntries(BUDGET_NAMES.map((name) => [name, 999_999_999_999]));
    const budgets = { ...most, rollingHours: ROLLING_HOURS.max };
    const configured = operator(LATEST - 800 * HOUR_MS, 'configure', { envelope: { budgets } });
    const hours = Array.from(
      { length: 1_600 },
      (_, index) => LATEST - ((1_599 - index) * HOUR_MS) / 2,
    );
    const amounts = { tokenCount: 9_999_999, toolCalls: 0, costMicroUsd: 999_999_999_999 };
    const ended = hours.flatMap((at) => [
      { ...result(at, 'SUCCESS'), costMicroUsd: 999_999_999_999 },
      { type: 'admit', timestamp: at, purpose: 'step', estimate: amounts } as const,
    ]);
    const { state } = judge([configured, ...ended]);
    const plain = judge([operator(LATEST, 'configure', { envelope: {} }), ...ended]).state;
    expect(JSON.stringify(state)).toContain('"microUsd":999999999999');
    expect(state.periods?.rolling?.slots).toHaveLength(ROLLING_SLOTS_MAX);
    expect(bytes(state) - bytes(plain)).toBeLessThanOrEqual(4_096);
  });

  test('with the figures of a subscription there is at most 1 KiB more', () => {
    const grace = { calls: 100, ms: 3_600_000 };
    const rise = { ms: 86_400_000, points: 100 };
    const limits = { warn: 100, windDown: 100, reserve: 100, rise, grace };
    const name = 'n'.repeat(32);
    const told = (at: number, used: number) => ({
      ...result(at, 'SUCCESS'),
      plan: {
        binds: name,
        windows: [name, 'b'.repeat(32), 'c'.repeat(32), 'd'.repeat(32)].map((one) => ({
          name: one,
          resetAt: LATEST,
          used,
        })),
      },
    });
    const rising = Array.from({ length: 12 }, (_, at) => told(LATEST - 60 + at, at * 900));
    const configured = operator(LATEST - 100, 'configure', { envelope: { plan: limits } });
    const { state } = judge([configured, ...rising]);
    const plain = judge([operator(LATEST - 100, 'configure', { envelope: {} }), ...rising]).state;
    expect(JSON.stringify(state)).toContain('"samples"');
    expect(state.holds).toMatchObject([{ hold: 'parked' }]);
    const { plan: _, ...without } = plain;
    expect(bytes(state) - bytes(without)).toBeLessThanOrEqual(1_024);
  });

  test('survives a JSON round trip and is never changed in place', () => {
    const { state } = judge([event(0, { outputHash: 'x' }), result(1, 'FAILED')]);
    const revived = JSON.parse(JSON.stringify(state)) as typeof state;
    expect(revived).toEqual(state);
    deepFreeze(state);
    const next = event(2, { tokenCount: 5 });
    expect(step(state, next, FROZEN_V0_2)).toEqual(step(revived, next, FROZEN_V0_2));
  });
});

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}
