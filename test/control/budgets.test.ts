/** Budgets as people set them: over the API, in the file, and looked at. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Agent } from '../../src/control/api/client.ts';
import { DEFAULT_KILL_SWITCH } from '../../src/core/index.ts';
import { applySettings, envelopeFor } from '../../src/server/settings.ts';
import { asking, callOnce, runningControl } from './running-control.ts';

const patch = (body: object) => ({ method: 'PATCH', body });
const path = '/api/agents/coder/envelope';
const dollar = { estimateMicroUsd: 600_000 };
const cost = { costMicroUsd: 600_000 };

describe('PATCH envelope', () => {
  verifies(
    'X6',
    'a budget in dollars binds from then on, and goes when it is removed',
    async () => {
      const { gate, ask } = await runningControl();
      await gate.register('coder', 'test');
      const set = await ask(path, patch({ budgets: { usd_per_day: 1 }, why: 'pilot' }));
      expect(set.body).toMatchObject({ budgets: { usd_per_day: 1, tokens_per_day: null } });
      expect((await callOnce(gate, asking('coder', dollar), cost)).allowed).toBe(true);
      const refused = await callOnce(gate, asking('coder', dollar), cost);
      expect(refused).toMatchObject({
        allowed: false,
        refusal: { kind: 'budget_spent', temporary: false },
      });
      const { budgets } = (await ask('/api/agents/coder')).body as Agent;
      expect(budgets).toEqual([{ level: 'agent', unit: 'usd', limit: 1, spent: 0.6 }]);
      await ask(path, patch({ budgets: { usd_per_day: null } }));
      expect((await callOnce(gate, asking('coder', dollar), cost)).allowed).toBe(true);
    },
  );

  test.each([
    [{ budgets: { usd_per_day: 0 } }, 'must be dollars from 0.000001'],
    [{ budgets: { tokens_per_session: 1.5 } }, 'must be a whole number from 1'],
    [{ budgets: { usd_per_year: 1 } }, 'usd_per_year'],
    [{ budgets: { rolling_hours: 721 } }, 'must be a whole number from 1 to 720'],
    [{ budgets: {} }, 'The body changes nothing'],
  ])('%j is refused and changes nothing', async (body, problem) => {
    const { gate, ask } = await runningControl();
    await gate.register('coder', 'test');
    const { status, text } = await ask(path, patch(body));
    expect(status).toBe(400);
    expect(text).toContain(problem);
    expect(await gate.envelope('coder')).not.toHaveProperty('budgets');
  });
});

describe('tripwire.yaml', () => {
  const settings = { killSwitch: DEFAULT_KILL_SWITCH, agents: {} };

  test('an agent has the budgets of all, and its own over them', () => {
    const agents = { coder: { killSwitch: {}, budgets: { usdPerDay: 2.5 } } };
    const budgets = { usdPerDay: 10, callsPerSession: 100 };
    expect(envelopeFor({ ...settings, budgets, agents }, 'coder').budgets).toEqual({
      microUsdPerDay: 2_500_000,
      callsPerSession: 100,
    });
    expect(envelopeFor(settings, 'coder')).not.toHaveProperty('budgets');
  });

  test('what changes in the file reaches agents that are there, also what is taken out', async () => {
    const { gate, store } = await runningControl();
    await gate.register('coder', 'test');
    const applying = { gate, store, log: () => undefined };
    const budgets = { usdPerDay: 1, callsPerDay: 5 };
    await applySettings(applying, settings, { ...settings, budgets });
    expect((await gate.envelope('coder')).budgets).toEqual({
      microUsdPerDay: 1_000_000,
      callsPerDay: 5,
    });
    const less = { ...settings, budgets: { callsPerDay: 5 } };
    await applySettings(applying, { ...settings, budgets }, less);
    expect((await gate.envelope('coder')).budgets).toEqual({ callsPerDay: 5 });
  });
});
