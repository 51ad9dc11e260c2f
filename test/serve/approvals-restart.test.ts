/** Questions and answers outlive a restart of the server, also of agents whose clients name no session. */
import { afterEach, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Approval } from '../../src/control/api/client.ts';
import {
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000 });

let home: Home;
let running: RunningTripwire;
afterEach(async () => {
  await running.end();
  await home.provider.close();
});

/** Every call of a model that costs anything asks. */
const rule = (lapseSeconds: number) =>
  `approvals:\n  - { name: dear, spending: { usd_per_call: 0.000001 }, lapse_seconds: ${lapseSeconds} }\n`;

async function restarted(): Promise<void> {
  await running.end();
  running = await startTripwire(home);
}

/** Asks as a plain SDK does, without a session; whoever hangs up gets null. */
async function ask(signal?: AbortSignal): Promise<number | null> {
  const body = {
    model: 'claude-sonnet-4-5',
    max_tokens: 50,
    messages: [{ role: 'user', content: 'Where is the cat?' }],
  };
  const sent = fetch(`${running.url}/agents/ann/anthropic/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  return sent.then(
    ({ status }) => status,
    () => null,
  );
}

const open = () => running.api<readonly Approval[]>('/api/approvals');
const waiting = async (count: number) => {
  await expect.poll(async () => (await open()).length, { timeout: 60_000 }).toBe(count);
  return open();
};

/** Asks, waits until the question is there, and hangs up. */
async function asked(): Promise<Approval | undefined> {
  const gone = new AbortController();
  const answer = ask(gone.signal);
  const [approval] = await waiting(1);
  gone.abort();
  await answer;
  return approval;
}

verifies('A6', 'a question without a session is taken up again: it can be granted', async () => {
  home = await newHome();
  home.configure(rule(600));
  running = await startTripwire(home);
  await asked();
  await restarted();
  const again = ask();
  const [approval] = await waiting(1);
  await running.api(`/api/approvals/${approval?.id ?? ''}/grant`, {});
  expect(await again).toBe(200);
});

verifies('A6', 'and it lapses when it would have, although nobody asks again', async () => {
  home = await newHome();
  home.configure(rule(3));
  running = await startTripwire(home);
  await asked();
  await restarted();
  expect(await waiting(0)).toEqual([]);
  const events = await running.api<{ events: readonly { reason: string }[] }>(
    '/api/events?limit=20',
  );
  expect(JSON.stringify(events)).toContain('nobody answered in time');
});

verifies('A6', 'a yes that nobody used is good after a restart, once', async () => {
  home = await newHome();
  home.configure(rule(600));
  running = await startTripwire(home);
  const approval = await asked();
  await running.api(`/api/approvals/${approval?.id ?? ''}/grant`, {});
  await restarted();
  expect(await ask()).toBe(200);
  expect(await open()).toEqual([]);
  await restarted();
  // It was used: the next one asks.
  await asked();
  expect(home.provider.requests).toHaveLength(1);
});
