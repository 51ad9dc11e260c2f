/** An agent that a veto holds back is shown as waiting by the commands that people look with. */
import { expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { httpAgent } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000 });

type Steps = readonly {
  readonly kind: string;
  readonly allowed: boolean;
  readonly waits: boolean;
}[];

verifies('T3', 'status and agents say that an agent waits, until when and why', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  const run = async (...args: readonly string[]) => (await runTripwire(args, '', home.env)).stdout;
  await askAs(server.url, 'calm');
  const agent = new AbortController();
  const looping = httpAgent({
    baseUrl: `${server.url}/agents/looping/openai/v1`,
    format: 'openai-chat',
    kind: 'looping',
    stepDelayMs: 0,
    signal: agent.signal,
  });
  onTestFinished(async () => void (await looping));
  onTestFinished(() => agent.abort());
  await vi.waitFor(
    async () => {
      expect(await run('status', 'looping')).toMatch(/waits until .*: \w/);
    },
    { timeout: 60_000, interval: 200 },
  );
  // A sentence with times of the clock, and no codes or milliseconds since 1970.
  const words = /waits until .*/.exec(await run('status', 'looping'))?.[0];
  expect(words).not.toMatch(/LOOP_DETECTED|\d{10}/);
  expect(await run('explain', 'looping')).toMatch(
    /what to do: nothing, its calls continue by themselves at \d{4}-/,
  );
  const table = await run('agents');
  expect(table).toMatch(/looping +Waiting until \d\d:\d\d:\d\d/);
  expect(table).toMatch(/calm +Working {2}/);
  expect(await run('status', 'calm')).not.toContain('waits until');
  // The list of calls says so, too: a call that waits was not refused.
  const steps = await server.api<Steps>('/api/agents/looping/steps?limit=200');
  const waiting = steps.filter(({ waits }) => waits);
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting.every(({ allowed, kind }) => !allowed && kind === 'admit')).toBe(true);
  const calm = await server.api<Steps>('/api/agents/calm/steps?limit=200');
  expect(calm.some(({ waits }) => waits)).toBe(false);
});
