/** All agents at a glance: the same as the whole view says, and with thousands of agents only what changed is work. */
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runs } from '../../../test/kit/runs.ts';
import { testGate } from '../../../test/kit/test-gate.ts';
import { AgentChain } from '../chain/agent-chain.ts';
import type { AgentGlance, AgentView, Gate } from '../index.ts';

const START_MS = 1_700_000_000_000;

afterEach(() => {
  vi.restoreAllMocks();
});

async function call(
  gate: Gate,
  agent: string,
  session: string,
  status: 'SUCCESS' | 'FAILED' = 'SUCCESS',
): Promise<boolean> {
  const ask = { agent, session, purpose: 'step', estimateTokens: 10, waitMs: 0 } as const;
  const admission = await gate.admit(ask);
  if (!admission.allowed) return false;
  const response = { toolCalls: 1, outputLength: 40, outputHash: 'ffffffffffffffff' };
  await admission.call.finish({ status, latencyMs: 5, tokens: 20, cachedTokens: 0, response });
  return true;
}

async function many(count: number, session: (index: number) => string): Promise<Gate> {
  // Time stands still, so that only what happens changes anything.
  const gate = await testGate({ time: { wallMs: () => START_MS, monotonicMs: () => 0 } });
  for (let index = 0; index < count; index += 1) await call(gate, `a${index}`, session(index));
  return gate;
}

function withoutStanding(glance: AgentGlance): Omit<AgentGlance, 'standing'> {
  const { id, mode, isHeld, isWaiting, killSwitch, lastSeen, isDrill, problem } = glance;
  return { id, mode, isHeld, isWaiting, killSwitch, lastSeen, isDrill, problem };
}

/** What a glance says of a view. */
function glanceOf(view: AgentView): Omit<AgentGlance, 'standing'> {
  const { id, mode, holds, waiting, kill_switch: killSwitch, last_seen: lastSeen, problem } = view;
  const { enabled, shadow } = killSwitch;
  return {
    id,
    mode,
    isHeld: holds.some(({ scope }) => scope === 'all'),
    isWaiting: waiting !== null,
    killSwitch: { enabled, shadow },
    lastSeen,
    isDrill: view.drill,
    problem,
  };
}

const deed = fc.oneof(
  fc.record({
    do: fc.constant('call' as const),
    agent: fc.constantFrom('a', 'b', 'c'),
    session: fc.constantFrom('main', 's'),
    status: fc.constantFrom('SUCCESS' as const, 'FAILED' as const),
    times: fc.integer({ min: 1, max: 8 }),
  }),
  fc.record({
    do: fc.constant('act' as const),
    agent: fc.constantFrom('a', 'b', 'c'),
    action: fc.constantFrom('deactivate' as const, 'activate' as const, 'pause' as const),
  }),
  fc.record({ do: fc.constant('stop-all' as const) }),
  fc.record({ do: fc.constant('resume-all' as const) }),
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.constantFrom(1, 500, 5_000, 61_000, 600_000),
  }),
);

describe('a glance', () => {
  test('says what the whole view says, whatever happened and however long ago', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 25 }), async (deeds) => {
        let nowMs = START_MS;
        const gate = await testGate({ time: { wallMs: () => nowMs, monotonicMs: () => nowMs } });
        for (const one of deeds) {
          if (one.do === 'wait') nowMs += one.ms;
          if (one.do === 'act')
            await gate.operate({ agent: one.agent, action: one.action, by: 'p' });
          if (one.do === 'stop-all') await gate.stopAll('p', 'all');
          if (one.do === 'resume-all') await gate.resumeAll('p', 'all');
          for (let turn = 0; one.do === 'call' && turn < one.times; turn += 1) {
            await call(gate, one.agent, one.session, one.status);
            nowMs += 100;
          }
          const glances = (await gate.glances()).map(withoutStanding);
          expect(glances).toEqual((await gate.agents()).map(glanceOf));
        }
        gate.close();
      }),
      runs(60),
    );
  });

  test('costs what changed since the last, not the number of agents', async () => {
    const gate = await many(200, (index) => `s${index}`);
    await gate.operate({ agent: 'a7', action: 'deactivate', by: 'p' });
    await gate.glances();
    const asked = vi.spyOn(AgentChain.prototype, 'peek');
    expect((await gate.glances()).filter(({ isHeld }) => isHeld).map(({ id }) => id)).toEqual([
      'a7',
    ]);
    // What binds everybody is asked once.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(1);
    await gate.operate({ agent: 'a9', action: 'deactivate', by: 'p' });
    asked.mockClear();
    expect((await gate.glances()).filter(({ isHeld }) => isHeld)).toHaveLength(2);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(5);
    gate.close();
  });
});

describe('a session that many agents have', () => {
  test('costs a call nothing but for those that are held', async () => {
    const gate = await many(200, () => 'shared');
    const asked = vi.spyOn(AgentChain.prototype, 'latest', 'get');
    expect(await call(gate, 'a0', 'shared')).toBe(true);
    expect(asked.mock.calls.length).toBeLessThan(100);
    gate.close();
  });

  test('is stopped under every name when it is stopped under one, and free again after the release', async () => {
    const gate = await many(50, () => 'shared');
    await gate.operate({ agent: 'a3', session: 'shared', action: 'deactivate', by: 'p' });
    expect(await call(gate, 'a40', 'shared')).toBe(false);
    expect(await call(gate, 'a40', 'own')).toBe(true);
    await gate.operate({ agent: 'a3', session: 'shared', action: 'activate', by: 'p' });
    expect(await call(gate, 'a40', 'shared')).toBe(true);
    await gate.operate({ agent: 'a3', session: 'shared', action: 'deactivate', by: 'p' });
    expect(await call(gate, 'a41', 'shared')).toBe(false);
    gate.close();
  });
});
