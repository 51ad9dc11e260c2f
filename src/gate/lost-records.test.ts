/** Records that the disk refused let nobody pass, so they count nowhere; those that it took without saying so do. */
import { expect, test, vi } from 'vitest';
import { testGate } from '../../test/kit/test-gate.ts';
import { createMemoryStore } from '../store/index.ts';
import { faultyStore, type StoreFault } from '../testing/index.ts';
import type { Gate } from './index.ts';

const end = { status: 'SUCCESS', latencyMs: 5, tokens: 10, cachedTokens: 0 } as const;

async function ask(gate: Gate, tokens = 10): Promise<string> {
  const question = { agent: 'sam', purpose: 'step', estimateTokens: tokens, waitMs: 0 } as const;
  const admission = await gate.admit(question);
  if (!admission.allowed) return admission.refusal.kind;
  await admission.call.finish({ ...end, tokens });
  return 'passed';
}

const team = {
  name: 'team',
  budgets: { callsPerDay: 3 },
  isShadow: () => false,
  has: (agent: string) => agent === 'sam',
};

test.each<[StoreFault, number]>([
  ['refuses', 2],
  ['lies', 1],
])('in the budget of a team, on a disk that %s', async (fault, left) => {
  const disk = faultyStore(createMemoryStore());
  const gate = await testGate({ store: disk.store, teams: () => [team] });
  expect(await ask(gate)).toBe('passed');
  disk.fault = fault;
  expect(await ask(gate)).toBe('gate_unavailable');
  expect(await ask(gate)).toBe('gate_unavailable');
  disk.fault = null;
  for (let call = 0; call < left; call += 1) expect(await ask(gate)).toBe('passed');
  expect(await ask(gate)).toBe('team_budget_spent');
  gate.close();
});

test("in an agent's minute", async () => {
  const disk = faultyStore(createMemoryStore());
  const envelopeOf = () => ({ maxTokensPerMinute: 100 });
  const gate = await testGate({ store: disk.store, envelopeOf });
  expect(await ask(gate, 40)).toBe('passed');
  disk.fault = 'refuses';
  expect(await ask(gate, 50)).toBe('gate_unavailable');
  disk.fault = null;
  await vi.waitFor(async () => expect(await gate.standing('sam')).toBeNull());
  expect(await ask(gate, 50)).toBe('passed');
  expect(await ask(gate, 50)).toBe('TOKEN_BUDGET_EXCEEDED');
  gate.close();
});
