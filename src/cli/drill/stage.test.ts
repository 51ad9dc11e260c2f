/** The drill finds a stop path that is broken on purpose, and passes where it is whole. */
import { expect, vi } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { runProxy } from '../../../test/kit/running-proxy.ts';
import { startProxy, type ProxyParts } from '../../proxy/index.ts';
import { demoScript } from '../../testing/index.ts';
import { drillStage, type DrillStep } from './stage.ts';

vi.setConfig({ testTimeout: 60_000 });

type DataPlaneGate = ProxyParts['gate'];

/** The drill on a data plane whose gate was changed. */
async function drillWith(change: (gate: DataPlaneGate) => DataPlaneGate): Promise<DrillStep[]> {
  const running = await runProxy({
    script: demoScript,
    killSwitch: { enabled: true },
  });
  const { gate, store, provider } = running;
  const upstream = { url: provider.url, headers: [] };
  const proxy = await startProxy({
    gate: change(gate),
    settings: {
      host: '127.0.0.1',
      port: 0,
      upstreams: {
        anthropic: { ...upstream, format: 'anthropic' },
        openai: { ...upstream, format: 'openai' },
      },
      bodyBytesMax: 1_000_000,
      headerBytesMax: 65_536,
      connectionsMax: 100,
      requestMs: 60_000,
      connectMs: 5_000,
      idleMs: 60_000,
    },
    agentOfKey: () => null,
    nowMs: () => gate.clock.now(),
  });
  const steps: DrillStep[] = [];
  const requests = () => provider.requests.length;
  try {
    const stage = { url: proxy.url, gate, store, requests };
    await drillStage(stage, 'drill-test', (step) => steps.push(step));
  } finally {
    await proxy.close();
    await running.close();
  }
  return steps;
}

const broken = (steps: readonly DrillStep[]) =>
  steps.filter(({ ok }) => !ok).map(({ name }) => name);

verifies('X9', 'with the real gate every step passes', async () => {
  const steps = await drillWith((gate) => gate);
  expect(broken(steps)).toEqual([]);
  expect(steps).toHaveLength(7);
});

verifies('X9', 'a gate that always lets through fails at every stop', async () => {
  const call = {
    id: 'x',
    signal: new AbortController().signal,
    waited: null,
    mayRun: () => Promise.resolve(null),
    finish: () => Promise.resolve(),
  };
  const steps = await drillWith((gate) => ({
    admit: () => Promise.resolve({ allowed: true, call }),
    standing: () => Promise.resolve(null),
    witness: (agent, seen) => gate.witness(agent, seen),
  }));
  expect(broken(steps)).toEqual([
    'a loop is stopped',
    'nothing more of it reaches the provider',
    'a person stops it by hand',
    'stop-all stops an agent that did nothing wrong',
  ]);
  const [loop] = steps.filter(({ ok }) => !ok);
  expect(loop?.detail).toBe('60 calls of the same loop passed, and it was not stopped (gave_up)');
});

verifies('X9', 'a gate that never lets through fails where work must pass', async () => {
  const steps = await drillWith((gate) => ({
    admit: async (ask) => ({
      allowed: false,
      refusal: {
        kind: 'manual',
        agent: ask.agent,
        session: null,
        reason: 'always',
        remedy: 'Run: tripwire doctor',
        refusal: 'error',
        temporary: false,
      },
    }),
    standing: (...asked) => gate.standing(...asked),
    witness: (agent, seen) => gate.witness(agent, seen),
  }));
  expect(broken(steps)).toContain('a request passes before anything is wrong');
  expect(broken(steps)).toContain('a person’s release lets it work again');
});
