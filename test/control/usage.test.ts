/** What calls used over time, and the list of them, over HTTP. */
import { expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../src/store/index.ts';
import { asking, callOnce, loop, runningControl, type RunningControl } from './running-control.ts';

interface Usage {
  readonly total: object;
  readonly buckets: readonly { readonly at: number; readonly tokens: number; stops: number }[];
  readonly by_agent: readonly { readonly name: string; readonly tokens: number }[];
  readonly by_model: readonly { readonly name: string; readonly tokens: number }[];
  readonly by_client: readonly { readonly name: string; readonly tokens: number }[];
  readonly stops: readonly { readonly agent: string; readonly incident: string }[];
}
interface Calls {
  readonly calls: readonly { readonly id: string; readonly agent: string; verdict: string }[];
  readonly found: number;
  readonly remembered: number;
}

const WAIT = { timeout: 30_000 };

const usage = async ({ ask }: RunningControl, more = '') =>
  (await ask(`/api/usage${more}`)).body as Usage;
const calls = async ({ ask }: RunningControl, more = '') =>
  (await ask(`/api/calls${more}`)).body as Calls;

test('figures over time add up, by agent, model and client, with the stops marked', async () => {
  const running = await runningControl({ killSwitch: { enabled: true } });
  const { gate } = running;
  const asked = { model: 'gpt-5', client: 'claude-code' };
  await callOnce(gate, asking('calm', asked), { costMicroUsd: 2_500 });
  await callOnce(gate, asking('calm', asked), { costMicroUsd: 2_500 });
  await callOnce(gate, asking('other', { model: 'gemini-3-flash' }));
  await loop(gate, 'crawler');
  const all = await usage(running);
  const tokens = all.buckets.reduce((sum, bucket) => sum + bucket.tokens, 0);
  expect(all.total).toMatchObject({ tokens, stops: 1 });
  expect(all.buckets).toHaveLength(96);
  expect(all.by_agent.find(({ name }) => name === 'calm')).toMatchObject({
    calls: 2,
    tokens: 600,
    cost_usd: 0.005,
    unpriced_calls: 0,
  });
  expect(all.by_model.find(({ name }) => name === 'gpt-5')).toMatchObject({ tokens: 600 });
  expect(all.by_model.find(({ name }) => name === 'gemini-3-flash')).toMatchObject({ calls: 1 });
  expect(all.by_client.find(({ name }) => name === 'claude-code')).toMatchObject({ tokens: 600 });
  const [stop] = all.stops;
  expect(stop?.agent).toBe('crawler');
  const incident = await running.ask(`/api/incidents/${encodeURIComponent(stop?.incident ?? '')}`);
  expect(incident.status, 'a mark leads to its stop').toBe(200);
  const own = await usage(running, '?range=7d&agent=calm');
  expect(own.total).toMatchObject({ calls: 2, tokens: 600, stops: 0 });
  expect(own.buckets).toHaveLength(168);
  expect((await running.ask('/api/usage?range=1y')).status).toBe(400);
});

test('which client an agent has is known after a restart', async () => {
  const store = createMemoryStore();
  const before = await runningControl({ store });
  await callOnce(before.gate, asking('calm', { model: 'gpt-5', client: 'claude-code' }));
  await usage(before);
  await vi.waitFor(async () => {
    expect(await store.documents({ kind: 'client', limit: 10 })).toHaveLength(1);
  }, WAIT);
  const after = await runningControl({ store });
  await vi.waitFor(async () => {
    expect((await usage(after)).by_client).toMatchObject([{ name: 'claude-code', tokens: 300 }]);
  }, WAIT);
  expect((await calls(after)).calls).toMatchObject([{ agent: 'calm', client: 'claude-code' }]);
});

test('calls are found by words and verdict, and tell their reason; text is there only where it was kept', async () => {
  const running = await runningControl({ killSwitch: { enabled: true }, capture: 'on-stop' });
  const { gate, ask } = running;
  await callOnce(gate, asking('calm', { model: 'gpt-5', session: 'monday' }));
  await loop(gate, 'crawler');
  await gate.admit(asking('crawler', {}));
  const everything = await calls(running);
  expect(everything.calls[0]).toMatchObject({ agent: 'crawler', verdict: 'refused' });
  expect((await calls(running, '?q=MONDAY%20gpt')).calls).toMatchObject([
    { agent: 'calm', model: 'gpt-5', verdict: 'allowed', tokens: 300, session: 'monday' },
  ]);
  expect(await calls(running, '?q=nobody')).toMatchObject({ calls: [], found: 0 });
  const refused = await calls(running, '?verdict=refused&limit=1');
  expect(refused.calls).toHaveLength(1);
  const [calm] = (await calls(running, '?agent=calm')).calls;
  const detail = await ask(`/api/calls/${encodeURIComponent(calm?.id ?? '')}`);
  expect(detail.body).toMatchObject({ agent: 'calm', texts: null });
  expect((detail.body as { reason: string }).reason).not.toBe('');
  expect((await ask('/api/calls/9@nobody')).status).toBe(404);
});

test('a server that starts again knows the calls and figures of before, once', async () => {
  const store = createMemoryStore();
  const first = await runningControl({ store, killSwitch: { enabled: true } });
  await callOnce(first.gate, asking('calm', { model: 'gpt-5' }));
  await loop(first.gate, 'crawler');
  const before = await usage(first);
  const listed = await calls(first);
  await first.control.close();
  first.gate.close();
  const second = await runningControl({ store, killSwitch: { enabled: true } });
  await expect.poll(async () => (await calls(second)).remembered).toBe(listed.remembered);
  expect((await usage(second)).total).toEqual(before.total);
  await callOnce(second.gate, asking('calm', { model: 'gpt-5' }));
  expect((await usage(second, '?agent=calm')).total).toMatchObject({ calls: 2, tokens: 600 });
});
